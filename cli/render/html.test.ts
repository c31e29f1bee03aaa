import { test } from "uvu";
import * as assert from "uvu/assert";
import { html, marked } from "./html.ts";
import { sampleClauses, sampleView } from "./sample.ts";

const page = html(sampleView, sampleClauses);

test("the page asks for nothing from elsewhere and has no script", () => {
  assert.not.match(page, /<(script|link|img|iframe|object|embed)\b|@import|url\(|\ssrc=/i);
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
    "&quot;$ALICE&quot;",
  ])
    assert.ok(page.includes(part), part);
});

test("what differs is marked on both sides, and only that", () => {
  const [left, right] = [
    { a: 1, list: [{ id: 1, x: "<" }, 2], only: true },
    { a: 2, list: [{ id: 1, x: ">" }], extra: null },
  ];
  assert.is(
    marked(left, right),
    "{\n  &quot;a&quot;: <mark>1</mark>,\n  &quot;list&quot;: [\n    {\n      &quot;id&quot;: 1,\n      &quot;x&quot;: <mark>&quot;&lt;&quot;</mark>\n    },\n    <mark>2</mark>\n  ],\n  <mark>&quot;only&quot;: </mark><mark>true</mark>\n}",
  );
  assert.match(marked(right, left), "<mark>&quot;extra&quot;: </mark><mark>null</mark>");
  assert.not.match(marked(left, structuredClone(left)), "<mark>");
});

test.run();
