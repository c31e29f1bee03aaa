import { test } from "uvu";
import * as assert from "uvu/assert";
import type { ComparedSection, ComparedSentence } from "../../conformance/catalogue/sentences-compared.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import { sampleReport } from "./sample.test.kit.ts";
import { textPage } from "./text-page.ts";

const clause = { section: "Limits", since: 0, silent: undefined, untestable: undefined, properties: [], mutants: [] };
const clauses = [
  { ...clause, id: "a/one", statement: "one < two", properties: ["a/first"], mutants: [{ name: "none", says: "Says <nothing>." }] },
  { ...clause, id: "a/two", statement: "No client sees it.", untestable: "it is hidden" },
];
const sentence = (standing: ComparedSentence["standing"], text: string | undefined, ...ids: readonly string[]): ComparedSentence => ({
  ...{ standing, position: 7, digest: "0123456789ab", clauses: ids },
  ...(text !== undefined && { text }),
});
const sections: readonly ComparedSection[] = [
  {
    heading: "Limits & <more>",
    sentences: [
      sentence("same", "At most `max_<length>` of ``a ` b`` & 2 < 3.", "a/one", "a/two"),
      { ...sentence("same", "Limit | Rule"), reason: "names the columns of a table" },
      sentence("different", "<script>alert(1)</script>", "a/one"),
      { ...sentence("different", "Other."), reason: "introduces what follows" },
      sentence("new", "More."),
      sentence("moved", "{\n  a: 1\n}"),
      sentence("gone", undefined, "a/two"),
    ],
  },
];
const beside = { "follows from several": ["a/two"] };
const page = textPage({ sections, clauses, beside, report: undefined });

test("each sentence stands beside its clauses, or beside the reason why it has none", () => {
  for (const part of [
    '<div class="sides"><div><span class="soft">7</span> At most <code>max_&lt;length&gt;</code> of <code>a ` b</code> &amp; 2 &lt; 3.</div>',
    "<code>a/one</code><br>one &lt; two</summary>",
    "proved by: <code>a/first</code>",
    "<code>none</code> (Says &lt;nothing&gt;.)",
    '<b class="untestable">untestable</b> <code>a/two</code>',
    'Limit | Rule</div><div><p class="soft">states nothing that a server can break: names the columns of a table</p></div>',
    "<p>follows from several:</p><details",
    "<li>6 sentences in 1 sections</li><li>3 state something that a server can break</li><li>2 clauses</li>",
  ])
    assert.ok(page.includes(part), part);
});

test("a table of contents leads to each section", () => {
  for (const part of [
    '<li><a href="#section-Limits____more_">Limits &amp; &lt;more&gt;</a></li>',
    '<span id="section-Limits____more_"></span><h2>Limits &amp; &lt;more&gt;</h2>',
    '<a href="#section-Clauses_that_no_sentence_states_by_itself">',
  ])
    assert.ok(page.includes(part), part);
});

test("what is not as it was is marked", () => {
  for (const part of [
    "<li>5 sentences are not as they were</li>",
    '<b class="silent">not as it was: read its clauses again</b><br>&lt;script&gt;',
    "stated nothing that a server can break: introduces what follows",
    '<b class="silent">new: no clause was written from it</b><br>More.',
    '<b class="silent">moved here from another place</b><br><pre>{\n  a: 1\n}</pre>',
    '<span class="soft">7</span> <b class="differs">gone</b><br></div><div><details',
  ])
    assert.ok(page.includes(part), part);
});

test("the page loads nothing, and runs nothing that a text brings", () => {
  assert.not.match(page, /<(link|img|iframe|object|embed)\b|@import|url\(|\s(src|href)=(?!"#)/i);
  assert.is(page.match(/<script/g)!.length, 1);
});

test("what a report found stands at the clauses, gravest first", () => {
  const found = (address: string, verdict: "agrees" | "differs" | "untestable", reason?: string) => {
    return { address, clauses: ["a/one"], verdict, ...(reason !== undefined && { reason }) };
  };
  const properties = [found("a/first", "agrees"), found("a/second", "differs", "got <b>\nand more"), found("a/third", "untestable")];
  const told = textPage({
    sections,
    clauses,
    beside,
    report: { ...sampleReport, properties, scenarios: [], causes: causesOf(properties) },
  });
  for (const part of [
    '<summary><b class="differs">differs</b> <b class="agrees">proved</b> <code>a/one</code>',
    '<summary><b class="not-run">not run</b> <b class="untestable">untestable</b> <code>a/two</code>',
    '<li><b class="differs">differs</b> <code>a/second</code><br><span class="soft">got &lt;b&gt;</span></li>',
    '<li><b class="untestable">untestable</b> <code>a/third</code></li>',
    "<li>differs: 1</li>",
    `With what a check of ${sampleReport.target.url}, level ${sampleReport.target.level}, found.`,
  ])
    assert.ok(told.includes(part), part);
  assert.not.match(told, '<li><b class="agrees">agrees</b> <code>a/first</code>');
});

test.run();
