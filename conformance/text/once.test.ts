import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { endpoints, loginMethod, records, serverSettings, settingNames } from "./index.ts";
import { codes, limitNames } from "./limits.ts";
import { registered } from "./record.ts";

// One fact, one place: what the tables of this folder state stands in no other file of the suite a second time. Mutants name what they break.

const suite = fileURLToPath(new URL("..", import.meta.url));

const isOwn = (file: string): boolean => /^text\/|^workshop\/|mutants|\.test(\.kit)?\.ts$|\.browser\./.test(file) || !file.endsWith(".ts");

const files = readdirSync(suite, { recursive: true, encoding: "utf8" })
  .filter((file) => !isOwn(file))
  .map((file) => ({ file, text: readFileSync(`${suite}${file}`, "utf8") }));

/** Returns the words in capitals that a text writes, those of templates from behind their last place. */
const capitalsIn = (text: string): string[] => [...text.matchAll(/(?:["`]|\})_?([A-Z]+(?:_[A-Z]+)+)["`]/g)].map(([, word = ""]) => word);

test("no file but text/limits.ts writes a code, whole or its end", () => {
  const written = (text: string): boolean => capitalsIn(text).some((word) => Object.values(codes).some((code) => code.endsWith(word)));
  assert.equal(
    files.filter(({ text }) => written(text)).map(({ file }) => file),
    [],
  );
});

test("no step writes the level of a parameter that its table has", () => {
  const own = files.filter(({ file, text }) => /^endpoints\/.*\/step\.ts$/.test(file) && /\bbeside: \{[^;]*\bsince\b/.test(text));
  assert.equal(
    own.map(({ file }) => file),
    [],
  );
});

/** The levels that a table names, wherever in it. */
const levelsIn = (table: unknown): number[] =>
  typeof table !== "object" || table === null
    ? []
    : Object.entries(table).flatMap(([name, value]) => (name === "since" && typeof value === "number" ? [value] : levelsIn(value)));

test("no clause and no named level writes a level that a table names", () => {
  const named = new Set(levelsIn([...endpoints.values(), ...records]).filter((level) => level > 0));
  const written = files.flatMap(({ file, text }) => {
    const isOfLevels = file === "client/levels.ts";
    if (!isOfLevels && !/^(topics|endpoints)\//.test(file)) return [];
    const places = isOfLevels ? /\b\w+: (\d+)/g : /\b(?:since: |since\(|from\(|brought\()(\d+)/g;
    return [...text.matchAll(places)].map(([, level]) => ({ file, level: Number(level) }));
  });
  assert.ok(named.size > 20 && written.length > 30);
  assert.equal(
    written.filter(({ level }) => named.has(level)),
    [],
  );
});

test("no file but text/limits.ts writes the bound of a window, which is a time elsewhere", () => {
  const own = files.filter(({ file }) => !file.startsWith("targets/"));
  const numbers = (text: string): string => text.replace(/"(\\.|[^"\\])*"|`[^`]*`/g, "");
  assert.equal(
    own.filter(({ text }) => /\b500[01]\b|\b5_00[01]\b/.test(numbers(text))).map(({ file }) => file),
    [],
  );
});

/** The names that tables have, by the tables. */
const tables: readonly (readonly [string, readonly string[]])[] = [
  ...[...records.filter((record) => record !== serverSettings && record !== loginMethod)].map(
    ({ name, fields }) => [name, Object.keys(fields)] as const,
  ),
  ["the bounds", limitNames],
  ["the settings of a group", settingNames],
  ["a registration", Object.keys(registered)],
];

/** Returns the lists that a text writes, each as its names. */
const listsIn = (text: string): string[][] =>
  [...text.matchAll(/\[[^[\]]*\]/g)].map(([list]) => [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name));

test("no list of fields, bounds or settings is written again", () => {
  const again = files.flatMap(({ file, text }) =>
    listsIn(text).flatMap((list) =>
      tables
        .filter(([, names]) => names.length > 3 && names.filter((name) => list.includes(name)).length > names.length / 2)
        .map(([table]) => `${file}: ${table}`),
    ),
  );
  assert.equal(again, []);
});

test.run();
