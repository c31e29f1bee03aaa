import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

const sources: Source[] = ["sim", "conformance", "cli"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
  .filter((path) => path.endsWith(".ts"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, lines: text.split("\n") };
  });

const isTest = (path: string): boolean => /\.(test|bench)\.ts$/.test(path);
/** Tables that are data: long by nature. */
const isData = (path: string): boolean => path.includes("/data/");

const code = sources.filter(({ path }) => !isTest(path));

/** A line without its comments, strings and patterns; imports of Node's modules stay. */
const bare = (line: string): string =>
  line.replace(/^\s*(\/?\*|\/\/).*|\/\/ .*|\/\*\*.*\*\/|"(?!node:)[^"]*"|`[^`]*`|\/(?![*/])[^/]+\/[a-z]*/g, "");

/** The floors of sim, from the ground up. A file imports from its own floor or from those below. */
const floors: readonly (readonly string[])[] = [
  ["sim/core", "sim/rulings", "sim/rulings.ts"],
  ["sim/protocol", "sim/markdown"],
  ["sim/rules"],
  ["sim/resources"],
  ["sim/effects"],
  ["sim/endpoints", "sim/support", "sim/actions", "sim/realm"],
  ["sim/vary"],
  ["sim/simulator.ts", "sim/options.ts", "sim/timetable.ts", "sim/client.ts", "sim/index.ts"].concat([
    "sim/connections.ts",
    "sim/polls.ts",
    "sim/held.ts",
    "sim/late.ts",
    "sim/faults",
    "sim/faults.ts",
    "sim/journal",
    "sim/journal.ts",
    "sim/judge",
  ]),
  ["sim/adapters"],
];

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const floorOf = (path: string): number => floors.findIndex((places) => places.some((place) => isIn(path, place)));

/** What each half outside sim may import, beside itself and packages. */
const doors: Readonly<Record<string, readonly string[]>> = {
  cli: ["sim", "conformance"],
  conformance: ["sim/index.ts", "sim/protocol/wire.ts"],
};

const imports = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)].map(([, target]) => normalize(join(dirname(path), target!)));

function mayImport(from: string, to: string): boolean {
  const house = from.split("/")[0]!;
  if (to.startsWith("fixtures/") && to.endsWith(".json")) return isIn(from, "sim/realm");
  if (house !== "sim") return isIn(to, house) || doors[house]!.some((door) => isIn(to, door));
  if (!isIn(to, "sim")) return false;
  const siblings = dirname(from) === dirname(to) && isIn(from, "sim/endpoints") && !from.endsWith("index.ts");
  return floorOf(to) <= floorOf(from) && !siblings;
}

test("every file of sim stands on a floor", () => {
  const homeless = code.filter(({ path }) => path.startsWith("sim/") && floorOf(path) === -1).map(({ path }) => path);
  assert.equal(homeless, []);
});

test("imports go downward only, and no endpoint imports another", () => {
  const upward = code.flatMap((file) =>
    imports(file)
      .filter((to) => !mayImport(file.path, to))
      .map((to) => `${file.path} -> ${to}`),
  );
  assert.equal(upward, []);
});

test("only adapters know the platform: no clock, chance, timers or locale of the machine in the model", () => {
  const banned =
    /\b(Date|Math\.random|setTimeout|setInterval|setImmediate|queueMicrotask|Intl|toLocale\w*|localeCompare|process|console|Promise|async|await)\b|"node:/;
  const model = code.filter(({ path }) => path.startsWith("sim/") && !isIn(path, "sim/adapters") && !isData(path));
  const found = model.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) => (banned.test(bare(line)) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  );
  assert.equal(found, []);
});

test("nothing is left open and nothing is forced", () => {
  const open = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|not implemented|to be written/;
  const forced = /\bas any\b|: any\b|<any>/;
  const found = sources
    .filter(({ path }) => path !== "sim/tidy.test.ts")
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, i) => (open.test(line) || forced.test(bare(line)) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
    );
  assert.equal(found, []);
});

test("a file has at most 200 lines", () => {
  const long = code
    .filter(({ path, lines }) => lines.length > 200 && !isData(path))
    .map(({ path, lines }) => `${path} has ${lines.length} lines`);
  assert.equal(long, []);
});

/** Functions and methods that are longer than 40 lines. The formatter puts a closing brace under the line that opens. */
function longFunctions({ path, lines }: Source): string[] {
  return lines.flatMap((line, start) => {
    const opens = /^(\s*)(export |async |static |readonly |\*)*(function\b.*|[\w#]+\(.*\)(: [^=]+)?|.*=>) \{$/.exec(line);
    if (!opens || /^\s*(if|for|while|switch|test)\b/.test(line)) return [];
    const end = lines.findIndex((other, i) => i > start && other.startsWith(`${opens[1]}}`));
    return end - start > 40 ? [`${path}:${start + 1} is ${end - start} lines long`] : [];
  });
}

test("a function has at most 40 lines", () => {
  assert.equal(code.filter(({ path }) => !isData(path)).flatMap(longFunctions), []);
});

test("every test file runs its tests, all of them", () => {
  const tests = sources.filter(({ path }) => path.endsWith(".test.ts"));
  const idle = tests.filter(({ text }) => !/\.run\(\);\s*$/.test(text) || !/\btest\(/.test(text)).map(({ path }) => path);
  const partial = tests.filter(({ path, text }) => path !== "sim/tidy.test.ts" && /\.(only|skip)\(/.test(text)).map(({ path }) => path);
  const misnamed = code.filter(({ text }) => /from "uvu/.test(text)).map(({ path }) => path);
  assert.equal({ idle, partial, misnamed }, { idle: [], partial: [], misnamed: [] });
});

test("beside the four folders stands only what tools demand", () => {
  const agreed =
    /^(sim|conformance|cli|fixtures|package\.json|package-lock\.json|tsconfig\.json|README\.md|LICENSE|dist|node_modules|\..*)$/;
  assert.equal(
    readdirSync(root).filter((name) => !agreed.test(name)),
    [],
  );
});

test.run();
