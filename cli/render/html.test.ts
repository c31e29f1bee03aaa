import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Body } from "../../conformance/expect.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import type { PropertyResult } from "../../conformance/results/report.ts";
import { html } from "./html.ts";
import { marked } from "./html-evidence.ts";
import { differing, viewed } from "./reports.test.kit.ts";
import { sampleClauses, sampleReport, sampleView } from "./sample.test.kit.ts";

const page = html(sampleView, sampleClauses);

test("the page asks for nothing from elsewhere", () => {
  assert.not.match(page, /<(link|img|iframe|object|embed)\b|@import|url\(|\ssrc=|\shref=(?!"#)|fetch\(|import\(/i);
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
    '<span class="differs">✗ differs</span> <code>typing.post/opValues</code>',
    '<span class="untestable">… untestable</span> <code>messages.get/admin</code>',
    '<span class="not-run">· not run</span> <code>messages.get/late</code>',
    "the cast has no dana",
    "In the baseline: ticket 7 (entry typing.post/direct, until 2999-12-31)",
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

/** The answer to a registration in a large organization: many people and a long text. */
function longRegistration(people: number): Body {
  const realm_users = Array.from({ length: people }, (_, id) => ({ user_id: id, full_name: `Person ${id}`, email: `p${id}@example.org` }));
  return { result: "success", queue_id: "q-1", realm_users, server_text: "word ".repeat(people) };
}

test("a page of hundreds of causes with long registrations stays short, and what differs is marked wherever it stands", () => {
  const [property] = differing(2).properties;
  const [seen] = property!.seen!;
  const body = longRegistration(1_500);
  const registered = { ...seen!, method: "POST", path: "/register", fields: {}, body };
  const addresses = Array.from({ length: 300 }, (_, i) => `messages.get/p${i}`);
  const properties = addresses.map((address, i): PropertyResult => {
    const path = `realm_users[${4 * i}].full_name`;
    const causes = [{ at: "POST /register", path, expected: `"Nobody ${i}"`, actual: `"Person ${4 * i}"` }];
    return { ...property!, address, reason: `${path} differs`, seen: [registered, registered, registered], causes };
  });
  const report = { ...differing(1), properties, scenarios: [], causes: causesOf(properties) };
  const told = html(viewed(report), sampleClauses);
  assert.ok(told.length < 4_000_000, `${told.length} characters`);
  for (const i of addresses.keys())
    assert.ok(told.includes(`"full_name": <mark>"Person ${4 * i}"</mark>`), `the place ${4 * i} of the ${i}th answer`);
});

test("a long text shows where it differs from the expected one", () => {
  const [scenario] = differing(1).scenarios;
  const [pair] = scenario!.pairs!;
  const [expected, actual] = ["left", "right"].map((word) => `${"long ".repeat(9_000)}${word} ${"and more ".repeat(9_000)}`);
  const body = (content: unknown) => ({ ...pair!.actual, body: { content } });
  const pairs = [{ told: "alice asks", expected: body(expected), actual: body(actual) }];
  const report = { ...differing(1), scenarios: [{ ...scenario!, pairs, places: [{ path: "content", expected, actual }] }] };
  const told = html(viewed(report), sampleClauses);
  for (const word of ["left", "right"]) assert.match(told, `long ${word} and more`);
  assert.ok(told.length < 100_000, `${told.length} characters`);
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

test("each counterexample is a drawing with a lane for each actor, the clock, the events and the whole difference in it", () => {
  const report = differing(1);
  const [scenario] = report.scenarios;
  const seen = { ...scenario!.pairs![0]!.actual, as: "alice", method: "GET", path: "/events", fields: {}, status: 200 };
  const clock = { ...seen, as: "bob", path: "/_control/actions", fields: { action: "advance", ms: 60_000 } };
  const poll = { ...seen, as: "bob", body: { result: "success", events: [{ type: "typing", op: "start" }] } };
  const pairs = [seen, clock, poll].map((one) => ({ told: "", expected: one, actual: one }));
  const reason = `events: expected nothing, and got ${"a long answer, ".repeat(40)}which ends here\nid: expected 1, got 2`;
  const told = html(viewed({ ...report, scenarios: [{ ...scenario!, pairs, reason }] }), sampleClauses);
  const drawing = /<div class="lanes"[\s\S]*?<\/div>/.exec(told)![0];
  for (const part of [
    ">alice</span>",
    ">bob</span>",
    ">server</span>",
    "the clock goes on by 60 s",
    "event typing start",
    `✗ 200: ${reason}</span>`,
  ])
    assert.ok(drawing.includes(part), part);
  assert.is(drawing.match(/class="answer wrong"/g)!.length, 1);
});

test("a run is a map with a cell for each clause, coloured by what came of it", () => {
  const cells = [...page.matchAll(/<(?:a|i) class="([\w-]+)" id="clause-[^"]+" title="([^:]+): .*?>(.)<\/[ai]>/g)];
  assert.equal(
    cells.map(([, verdict, id, sign]) => [id, verdict, sign]),
    [
      ["typing.post/op-values", "differs", "✗"],
      ["typing.post/direct", "differs", "✗"],
      ["messages.get/anchor", "differs", "✗"],
    ],
  );
});

test("the causes come first, in the order in which to mend them, each folded with its sentence; those of the baseline are last", () => {
  const sentences = [...page.matchAll(/<details class="cause"[^>]*><summary><span class="(\w+)">.<\/span> (\d+)\. <h3>(.*?)<\/h3>/g)];
  assert.equal(
    sentences.map(([, kind, number, sentence]) => [kind, number, sentence]),
    [
      ["differs", "1", "the request answers 200 {}, not a refusal"],
      ["differs", "2", "found_anchor: expected true, got false"],
      ["known", "3", "no event came"],
    ],
  );
  const [closing, first, map] = ['class="closing', 'class="cause"', 'class="map'].map((part) => page.indexOf(part));
  assert.ok(closing! < first! && first! < map!);
  const waiting = sampleReport.causes.map((cause, i) => (i === 2 ? { ...cause, waiting: ["messages.get/admin"] } : cause));
  const told = html(viewed({ ...sampleReport, causes: waiting }), sampleClauses);
  assert.ok(told.indexOf(`id="cause-${waiting[2]!.id}"`) < told.indexOf(`id="cause-${waiting[0]!.id}"`), "what others wait for");
});

test("causes, clauses and results lead to each other, and every link leads somewhere", () => {
  const report = differing(30);
  const [property] = report.properties;
  const causes = [{ at: "GET /messages", path: "found_anchor", expected: "true", actual: "false" }];
  const properties = report.properties.map((result) => ({ ...result, causes }));
  const waiting = { address: "messages.get/late", clauses: property!.clauses, verdict: "untestable" as const, reason: "it waits", causes };
  const all = [...properties, waiting];
  const view = viewed({ ...report, properties: all, causes: causesOf([...all, ...report.scenarios]) });
  const [cause] = view.report.causes;
  for (const told of [page, html(view, sampleClauses)]) {
    const ids = [...told.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.is(new Set(ids).size, ids.length);
    for (const [, to] of told.matchAll(/ href="#([^"]*)"/g)) assert.ok(ids.includes(to), to);
  }
  const told = html(view, sampleClauses);
  const part = told.slice(told.indexOf(`id="cause-${cause!.id}"`), told.indexOf('class="cause"', told.indexOf(`id="cause-${cause!.id}"`)));
  for (const to of ["clause-messages.get/anchor", "evidence-messages.get/p1", "result-messages.get/late"])
    assert.ok(part.includes(`href="#${to}"`), to);
  assert.match(told, new RegExp(`id="clause-messages.get/anchor"[^>]* href="#cause-${cause!.id}"`));
  assert.match(told, new RegExp(`id="result-messages.get/late">.*<a href="#cause-${cause!.id}">`));
});

test("of the exchanges the last is shown, those before it are folded, all as lines to paste; a long value is cut in its middle, and the whole is there", () => {
  const report = differing(2);
  const [property] = report.properties;
  const content = `begins ${"and goes on ".repeat(300)}ends`;
  const seen = property!.seen!.map((one, i) => (i === 7 ? { ...one, body: { content } } : one));
  const told = html(viewed({ ...report, properties: [{ ...property!, seen }], scenarios: [] }), sampleClauses);
  for (const part of ["after 4 exchanges that prepare it", "<summary>the 7 exchanges before it, whole</summary>"])
    assert.ok(told.includes(part), part);
  assert.is(told.match(/<span class="cut"><span class="middle">/g)!.length, 1);
  assert.match(told, /<button type="button" aria-expanded="false" data-fold="fold">… \d+ characters …<\/button>/);
  assert.ok(told.replaceAll(/<\/?span[^>]*>|<button.*?<\/button>/g, "").includes(content));
  assert.is(told.match(/<pre>curl [^<]*<\/pre><button type="button" data-copy="copied">copy<\/button>/g)!.length, 8);
});

test("what prepares a run is folded with its preparation, says whose key does it, and is not drawn", () => {
  const report = differing(2);
  const [property] = report.properties;
  const filter = {
    as: "owen",
    prepares: "owner",
    method: "POST",
    path: "/realm/filters",
    fields: {},
    status: 200,
    body: { id: 7 },
  } as const;
  const [last] = property!.seen!.slice(-1);
  const told = html(viewed({ ...report, properties: [{ ...property!, seen: [filter, last!] }], scenarios: [] }), sampleClauses);
  for (const part of [
    "<summary>the exchange before it, whole</summary>",
    "after one exchange that prepares it",
    "owen (owner, to prepare it) POST /realm/filters",
    "OWEN (of the owner who prepares it)",
    '-u "$OWEN"',
  ])
    assert.ok(told.includes(part), part);
  const drawing = told.slice(told.indexOf('<div class="lanes"'));
  assert.not.match(drawing.slice(0, drawing.indexOf("</div>")), /owen/);
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
