import { test } from "uvu";
import * as assert from "uvu/assert";
import { html } from "./html.ts";
import { marked } from "./html-evidence.ts";
import { differing, viewed } from "./reports.test.kit.ts";
import { sampleClauses, sampleView } from "./sample.test.kit.ts";

const page = html(sampleView, sampleClauses);

test("the page asks for nothing from elsewhere", () => {
  assert.not.match(page, /<(link|img|iframe|object|embed)\b|@import|url\(|\s(src|href)=|fetch\(|import\(/i);
  assert.is(page.match(/<script/g)!.length, 1);
  assert.match(page, '<meta name="viewport" content="width=device-width, initial-scale=1">');
  assert.match(page, "prefers-color-scheme: dark");
});

test("what servers say is escaped", () => {
  assert.match(page, "&lt;p&gt;hi&lt;/p&gt;");
  assert.match(page, "op is start or stop &amp; nothing else.");
  assert.match(page, "]]&gt; &amp; more");
  assert.not.match(page, /<p>hi<\/p>/);
});

test("the page has sections, clauses, verdicts, reasons and commands", () => {
  for (const part of [
    "<b>Endpoints &gt; POST /typing</b>",
    '<span class="differs">differs</span> <code>typing.post/opValues</code>',
    '<span class="untestable">untestable</span> <code>messages.get/admin</code>',
    '<span class="not-run">not run</span> <code>messages.get/late</code>',
    "the cast has no dana",
    "In the baseline: ticket 7",
    "typing.post/gone: there is no such property",
    "foundEnds: observed",
    "npx touchstone replay found/scenario-1.json",
    '"$ALICE"',
  ])
    assert.ok(page.includes(part), part);
});

test("values are told where something was drawn", () => {
  assert.is(page.match(/the plainest values that show it/g)!.length, 1);
  assert.not.match(page, /with \{\}/);
});

test("long answers are shown without what both sides have, and what differs stays marked", () => {
  const report = differing(2);
  const [scenario] = report.scenarios;
  const pair = scenario!.pairs!.at(-1)!;
  const long = (last: string) => Array.from({ length: 4_000 }, (_, id) => ({ id, content: id === 3_999 ? last : "the same" }));
  const text = `${"long ".repeat(9_000)}`;
  const [expected, actual] = (["left", "right"] as const).map((word) => {
    return { ...pair.actual, body: { messages: long(`<${word}>`), topic: text + word, others: long("equal") } };
  });
  const view = viewed({ ...report, scenarios: [{ ...scenario!, pairs: [{ told: "alice asks", expected: expected!, actual: actual! }] }] });
  const told = html(view, sampleClauses);
  assert.ok(told.length < 200_000, `${told.length} characters`);
  for (const part of ['<mark>"&lt;left&gt;"</mark>', 'long left"</mark>', "… and 3999 more"]) assert.ok(told.includes(part), part);
});

test("a scenario's last answer shows the places that differ once ids and times are matched, and marks only these", () => {
  const report = differing(1);
  const [scenario] = report.scenarios;
  const [pair] = scenario!.pairs!;
  const seen = (id: number, subject: string) => ({ ...pair!.actual, body: { result: "success", message: { id, subject } } });
  const earlier = { told: "alice asks first", expected: seen(1, "same"), actual: seen(101, "same") };
  const last = { told: "alice asks again", expected: seen(2, "lunch"), actual: seen(102, "dinner") };
  const places = [{ path: "message.subject", expected: "lunch", actual: "dinner" }];
  const told = html(viewed({ ...report, scenarios: [{ ...scenario!, pairs: [earlier, last], places }] }), sampleClauses);
  const marks = [...told.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => text);
  assert.equal(marks, ['"lunch"', '"dinner"', '"lunch"', '"dinner"']);
  assert.is(told.match(/expected and came/g)!.length, 1);
});

test("each counterexample is a drawing with a lane for each actor, the clock, the events and the difference in it", () => {
  const report = differing(1);
  const [scenario] = report.scenarios;
  const seen = { ...scenario!.pairs![0]!.actual, as: "alice", method: "GET", path: "/events", fields: {}, status: 200 };
  const clock = { ...seen, as: "bob", path: "/_control/actions", fields: { action: "advance", ms: 60_000 } };
  const poll = { ...seen, as: "bob", body: { result: "success", events: [{ type: "typing", op: "start" }] } };
  const pairs = [seen, clock, poll].map((one) => ({ told: "", expected: one, actual: one }));
  const told = html(viewed({ ...report, scenarios: [{ ...scenario!, pairs, reason: "events: expected nothing" }] }), sampleClauses);
  const drawing = /<svg class="lanes"[\s\S]*?<\/svg>/.exec(told)![0];
  for (const part of [
    ">alice</text>",
    ">bob</text>",
    ">server</text>",
    "the clock goes on by 60 s",
    "event typing start",
    "✗ 200: events: expected nothing",
  ])
    assert.ok(drawing.includes(part), part);
  assert.is(drawing.match(/class="answer wrong"/g)!.length, 1);
});

test("a run is a map with a cell for each clause, coloured by what came of it", () => {
  const cells = [...page.matchAll(/<i class="([\w-]+)" title="([^:]+): /g)].map(([, verdict, id]) => [id, verdict]);
  assert.equal(cells, [
    ["typing.post/op-values", "differs"],
    ["typing.post/direct", "differs"],
    ["messages.get/anchor", "differs"],
  ]);
});

test("what differs is marked on both sides, and only that", () => {
  const [left, right] = [
    { a: 1, list: [{ id: 1, x: "<" }, 2], only: true },
    { a: 2, list: [{ id: 1, x: ">" }], extra: null },
  ];
  assert.is(
    marked(left, right),
    '{\n  "a": <mark>1</mark>,\n  "list": [\n    {\n      "id": 1,\n      "x": <mark>"&lt;"</mark>\n    },\n    <mark>2</mark>\n  ],\n  <mark>"only": </mark><mark>true</mark>\n}',
  );
  assert.match(marked(right, left), '<mark>"extra": </mark><mark>null</mark>');
  assert.not.match(marked(left, structuredClone(left)), "<mark>");
});

test.run();
