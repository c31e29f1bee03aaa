import { test } from "uvu";
import * as assert from "uvu/assert";
import { clauseMap } from "../../conformance/check/list.ts";
import { clauseMapPage } from "./clause-map.ts";

test("a table of contents leads to each section, and each clause has an id of its own", async () => {
  const sections = await clauseMap();
  const page = clauseMapPage(sections);
  const links = [...page.matchAll(/<a href="#([^"]+)">/g)].map(([, to]) => to!);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
  assert.is(links.length, sections.length);
  assert.is(new Set(ids).size, ids.length);
  for (const to of links) assert.ok(ids.includes(to), to);
  for (const { id } of sections.flatMap(({ clauses }) => clauses)) assert.ok(ids.includes(`clause-${id}`), id);
});

test.run();
