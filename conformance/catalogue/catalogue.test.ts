import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventFacts } from "../../sim/events/types.ts";
import { endpointHeading, headings } from "../../sim/rulings/ruling.ts";
import { headingOf } from "../declare/heading.test.kit.ts";
import * as endpoints from "../endpoints/index.ts";
import { clauses, eventTypes, properties } from "./catalogue.ts";

test("suite and simulator read the same types of events out of the specification", () => {
  const named = Object.entries(eventFacts).flatMap(([type, { source }]) => (source === "observed" ? [] : [type]));
  assert.equal([...eventTypes].sort(), named.sort());
});

test("every clause is of a heading of the specification, or of a part of one", () => {
  const known = new Set<string>([...headings, ...Object.values(endpoints).map(({ call }) => endpointHeading(call.route))]);
  assert.equal(
    clauses.filter(({ section }) => !known.has(headingOf(section) ?? section)).map(({ id }) => id),
    [],
  );
});

test("every property that draws has examples: a run without a second for drawn values tries it too", () => {
  const drawing = [...properties].filter(([, { given, examples }]) => given !== undefined && examples.length === 0);
  assert.equal(
    drawing.map(([address]) => address),
    [],
  );
});

test("a check that says which clause is broken names one that there is", () => {
  const folders = ["../endpoints/", "../topics/"].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
  // Names of properties and routes look alike, but for what stands before the slash.
  const folderOf = (id: string): string => id.slice(0, id.indexOf("/"));
  const prefixes = new Set(clauses.map(({ id }) => folderOf(id)));
  const named = sources
    .flatMap((source) => [...source.matchAll(/"([a-z][\w.-]*\/[\w-]+)"/g)].map(([, id = ""]) => id))
    .filter((id) => prefixes.has(folderOf(id)));
  assert.ok(named.length > 300, String(named.length));
  const known = new Set([...clauses.map(({ id }) => id), ...properties.keys()]);
  assert.equal(
    named.filter((id) => !known.has(id)),
    [],
  );
});

test.run();
