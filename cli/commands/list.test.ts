import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type CitedText, digestOf } from "../../conformance/catalogue/sentences-compared.ts";
import { clauseMap } from "../../conformance/check/list.ts";
import { rulings } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";
import { clauseMapPage } from "../render/clause-map.ts";
import { sampleReport } from "../render/sample.test.kit.ts";
import { type ListOptions, list } from "./list.ts";

test("the map has every clause and every ruling once, and each testable clause has a proof and a mutant", async () => {
  const sections = await clauseMap();
  const ids = sections.flatMap(({ clauses }) => clauses.map(({ id }) => id));
  const listed = JSON.parse((await touchstone("list", "--json")).out) as { id: string }[];
  assert.equal(ids.toSorted(), listed.map(({ id }) => id).toSorted());
  assert.equal(sections.flatMap((section) => section.rulings.map(({ name }) => name)).toSorted(), Object.keys(rulings).toSorted());
  const bare = sections
    .flatMap(({ clauses }) => clauses)
    .filter(({ untestable, properties }) => untestable === undefined && properties.length === 0);
  assert.equal(bare, []);
  assert.ok(sections.flatMap(({ clauses }) => clauses).filter(({ mutants }) => mutants.length > 0).length > ids.length / 2);
});

test("a page of the map says of each clause how it stands, what proves and what breaks it, and escapes what it says", () => {
  const clause = {
    section: "Events",
    since: 13,
    silent: undefined,
    untestable: undefined,
    statement: "a < b",
    properties: ["events/order"],
  };
  const mutants = [{ name: "eventsLost", says: "Loses <some>." }];
  const ruling = {
    name: "twice",
    kind: "silent" as const,
    section: "Events" as const,
    question: "Twice?",
    choices: ["no", "yes"] as const,
    reason: "It says nothing.",
  };
  const page = clauseMapPage([
    {
      section: "Events",
      clauses: [
        { ...clause, id: "events/order", mutants },
        { ...clause, id: "events/none", properties: [], mutants: [] },
      ],
      rulings: [ruling],
    },
  ]);
  for (const part of [
    '<b class="agrees">proved</b> <code>events/order</code> <span class="soft">since level 13</span><br>a &lt; b',
    "<code>eventsLost</code> (Loses &lt;some&gt;.)",
    '<b class="differs">not proved</b> <code>events/none</code>',
    '<b class="silent">left open</b> <code>twice</code><br>Twice? no (default), yes.<br>It says nothing.',
    "<li>2 clauses in 1 sections</li><li>1 proved</li>",
  ])
    assert.ok(page.includes(part), part);
  assert.not.match(page, /<(link|img|iframe|object|embed)\b|@import|url\(|\s(src|href)=(?!"#)/i);
});

test("the map goes to a file, in folders that it makes", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "touchstone-")), "a/b/map.html");
  const { code, out } = await touchstone("list", `--html=${file}`);
  assert.is(code, 0);
  assert.is(out, "");
  assert.match(readFileSync(file, "utf8"), /<h2>Endpoints &gt; POST \/typing<\/h2>/);
  const { code: refused, err } = await touchstone("list", "--html=/proc/none/map.html");
  assert.is(refused, 2);
  assert.match(err, "--html /proc/none/map.html: it cannot be written");
});

const folder = mkdtempSync(join(tmpdir(), "touchstone-"));

/** Writes a file of the tests' folder. Returns its path. */
function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A text of two sections, as the command knows it. */
const cited: CitedText = {
  reasons: { columns: "names the columns of a table" },
  sections: [
    {
      heading: "Endpoints > POST /typing",
      normative: 1,
      sentences: [
        [digestOf("Name | Rule"), "columns"],
        [digestOf("`op` | `start` or `stop`"), "typing.post/op-values", "typing.post/op-required"],
      ],
    },
    { heading: "Events", normative: 1, sentences: [[digestOf("Ids ascend."), "events/ids-ascend"]] },
  ],
  beside: {},
};
const table = "## Endpoints\n### POST /typing\n| Name | Rule |\n|---|---|\n";
const text = written("text.md", `${table}| \`op\` | \`start\` or \`stop\` |\n## Events\nIds ascend.\n`);

/** Runs the command on a text that it knows. Returns its exit code and what it wrote. */
async function listing(given: Partial<ListOptions>): Promise<{ readonly code: number; readonly out: string }> {
  let out = "";
  const options = { json: false, rulings: false, judge: false, cover: false, changed: false, ...given };
  const io = { out: (part: string) => void (out += part), err: () => {}, interrupted: () => new Promise<void>(() => {}) };
  return { code: await list(options, io, () => cited), out };
}

test("a text that is as it was changes nothing", async () => {
  assert.equal(await listing({ text, changed: true }), { code: 0, out: "3 sentences, all as they were\n" });
  const { code, out } = await listing({ text, changed: true, json: true });
  assert.equal([code, JSON.parse(out)], [0, { sentences: 3, changed: [], clauses: [] }]);
});

test("what changed in a text is told with place, words and the clauses to read again", async () => {
  const other = written("other.md", `${table}| \`op\` | any \u202e|\n| to | |\n`);
  const { code, out } = await listing({ text: other, changed: true });
  assert.is(code, 1);
  assert.is(
    out,
    [
      "Endpoints > POST /typing",
      "  2 different: `op` | any \\u202e",
      "      read again typing.post/op-values, typing.post/op-required",
      "  3 new: to | ",
      "",
      "Events",
      "  1 gone",
      "      read again events/ids-ascend",
      "",
      "3 sentences: 1 new, 1 gone, 1 different; 3 clauses to read again",
      "",
    ].join("\n"),
  );
  const asJson = await listing({ text: other, changed: true, json: true });
  assert.is(asJson.code, 1);
  const { changed, clauses } = JSON.parse(asJson.out);
  assert.equal(changed[1], {
    section: "Endpoints > POST /typing",
    clauses: [],
    position: 3,
    digest: digestOf("to |"),
    text: "to | ",
    standing: "new",
  });
  assert.equal(clauses, ["typing.post/op-values", "typing.post/op-required", "events/ids-ascend"]);
});

test("the page of a text has its clauses with what proves and breaks them, and what a report found", async () => {
  const html = join(folder, "a/text.html");
  const report = written("report.json", JSON.stringify(sampleReport));
  assert.equal(await listing({ text, html, with: report }), { code: 0, out: "" });
  const page = readFileSync(html, "utf8");
  for (const part of [
    "<h2>Endpoints &gt; POST /typing</h2>",
    "<code>op</code> | <code>start</code> or <code>stop</code>",
    '<b class="differs">differs</b> <b class="agrees">proved</b> <code>typing.post/op-values</code>',
    '<b class="not-run">not run</b> <b class="agrees">proved</b> <code>events/ids-ascend</code>',
    "proved by: <code>typing.post/op</code>",
    "broken by the mutants: <code>",
    "the request answers 200 {}, not a refusal",
  ])
    assert.ok(page.includes(part), part);
});

test("what does not go together or is no such file is refused in one line", async () => {
  const file = written("notes.md", "# Notes\n\nNothing of it.\n");
  const refused: readonly (readonly [readonly string[], string])[] = [
    [["--changed"], "--changed goes with --text <file>, the specification"],
    [["--with", text, "--html", join(folder, "b.html")], "--with goes with --text <file>, the specification"],
    [["--text", text], "--text goes with --html <file> or with --changed: one of them"],
    [["--text", text, "--changed", "--html", join(folder, "b.html")], "--text goes with --html <file> or with --changed: one of them"],
    [["--text", text, "--changed", "--with", text], "--with goes with --html <file>, not with --changed"],
    [["--text", text, "--html", join(folder, "b.html"), "--json"], "--json goes with --changed, not with --html"],
    [["--text", text, "--changed", "--rulings"], "--rulings does not go with --text, which goes with --html <file> or --changed"],
    [["--text", join(folder, "none.md"), "--changed"], `--text ${join(folder, "none.md")}: the file cannot be read (ENOENT)`],
    [
      ["--text", file, "--changed"],
      `--text ${file}: it has no sentence of the specification; accepted is its Markdown text, also where parts of it changed`,
    ],
    [
      ["--text", file, "--html", join(folder, "b.html"), "--with", written("no.json", "{}")],
      `--with ${join(folder, "no.json")}: format: missing`,
    ],
  ];
  for (const [args, message] of refused) {
    const { code, out, err } = await touchstone("list", ...args);
    assert.equal([code, out, err.split("\n").length], [2, "", 2], message);
    assert.ok(err.startsWith(`touchstone list: ${message}`), err);
  }
});

test.run();
