import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { levelFacts } from "./core/levels.ts";
import { endpoints } from "./endpoints/index.ts";
import { eventFacts } from "./events/types.ts";
import { judgeRules } from "./judge/index.ts";
import { rulings } from "./rulings/index.ts";
import { endpointHeading, headings } from "./rulings/ruling.ts";

const known = new Set<string>([...headings, ...endpoints.map(({ route }) => endpointHeading(route))]);

/** The names that are no headings. */
const unknown = (names: readonly (readonly [where: string, heading: string])[]): string[] =>
  names.filter(([, heading]) => !known.has(heading)).map(([where, heading]) => `${where}: ${heading}`);

test("every ruling is of a heading of the specification", () => {
  assert.equal(unknown(Object.entries(rulings).map(([name, { section }]) => [name, section])), []);
});

test("what a level or an event is told of by is a heading, or running servers alone", () => {
  const levels = Object.entries(levelFacts).map(([name, { source }]) => [name, source] as const);
  const events = Object.entries(eventFacts).map(([name, { source }]) => [name, source] as const);
  assert.equal(unknown([...levels, ...events].filter(([, source]) => source !== "observed")), []);
});

test("every rule of the judge is of a heading, or of a part of one", () => {
  const isKnown = (section: string): boolean => [...known].some((heading) => section === heading || section.startsWith(`${heading} > `));
  assert.equal(
    judgeRules.filter(({ section }) => !isKnown(section)).map(({ name }) => name),
    [],
  );
});

test("every @spec names headings, each with the numbers of its paragraphs at most", () => {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts") && !path.includes(".test."));
  const named = files.flatMap((path) => {
    const lines = [...readFileSync(`${root}${path}`, "utf8").matchAll(/@spec +(.+?)(?: \*\/)?$/gm)].map(([, text]) => text!);
    return lines.flatMap((line) => line.split("; ").map((name) => [path, name.replace(/ \d+(, \d+)*( and \d+)?$/, "")] as const));
  });
  assert.ok(named.length > 60);
  assert.equal(unknown(named), []);
});

test.run();
