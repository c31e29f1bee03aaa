import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { clauseMap } from "../../conformance/engine/clause-map.ts";
import { rulings } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";
import { clauseMapPage } from "../render/clause-map.ts";

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
  assert.not.match(page, /<(link|img|iframe|object|embed)\b|@import|url\(|\s(src|href)=/i);
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

test.run();
