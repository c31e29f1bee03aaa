import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@babel/parser";
import { test } from "uvu";
import * as assert from "uvu/assert";

// What no rule of the linter can say. Everything else is in .biome.json and .biome, and tried by walls.test.ts.

const root = fileURLToPath(new URL("..", import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: Source[] = ["sim", "conformance", "cli"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
  .filter((path) => path.endsWith(".ts"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The places of a pattern in comments and code, as `path:line text`. */
function found(pattern: RegExp): string[] {
  return sources
    .filter(({ path }) => path !== "sim/tidy.test.ts")
    .flatMap(({ path, text }) => text.split("\n").flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])));
}

const isTried = ({ path }: Source): boolean => !/\.(test|bench|test\.kit)\.ts$/.test(path);

/** Returns the files that a file imports, types of them included. */
const importedBy = ({ path, text }: Source): string[] =>
  [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, from = ""]) => join(path, "..", from));

test("nothing is left open", () => {
  assert.equal(found(/\b(TODO|FIXME|XXX)\b|not implemented|to be written/), []);
});

test("no comment silences the compiler, and none the linter but for the property `then`", () => {
  assert.equal(found(/@ts-(expect-error|nocheck)|biome-ignore(?!-all lint\/suspicious\/noThenProperty: )/), []);
});

test("a docstring begins with what a thing does or is, not with a question word", () => {
  assert.equal(found(/^\s*\/\*\* (What|Who|Whom|Where|Which|How)\b/), []);
});

test("every test file runs its tests", () => {
  const isTest = ({ path }: Source): boolean => path.endsWith(".test.ts");
  const isBench = ({ path }: Source): boolean => path.endsWith(".bench.ts");
  const idle = sources.filter(
    (source) => isTest(source) && !(/\b(test\w*|nightly|declared)\(/.test(source.text) && /\.run\(\);\s*$/.test(source.text)),
  );
  const isKit = ({ path }: Source): boolean => path.endsWith(".test.kit.ts");
  const misnamed = sources.filter((source) => ![isTest, isBench, isKit].some((is) => is(source)) && /from "uvu/.test(source.text));
  assert.equal({ idle: idle.map(({ path }) => path), misnamed: misnamed.map(({ path }) => path) }, { idle: [], misnamed: [] });
});

/** Returns the names of the interfaces, types and classes that a text declares and exports at once. */
function exportedTypes(text: string): string[] {
  const kinds = ["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "ClassDeclaration"];
  return parse(text, { sourceType: "module", plugins: ["typescript"] }).program.body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
    return declared && kinds.includes(declared.type) && "id" in declared && declared.id && "name" in declared.id ? [declared.id.name] : [];
  });
}

/** Returns the names of types that two files of one half export, with the files. What is made by a script has the names of the specification. */
function typesExportedTwice(files: readonly Source[]): string[] {
  const filesOf = new Map<string, string[]>();
  const declared = files.filter(({ text }) => !text.startsWith("// Made from "));
  // To parse all files takes seconds: only those are, in which a name stands that another one of the half seems to export.
  const counts = new Map<string, number>();
  const keysIn = ({ path, text }: Source): string[] =>
    [...text.matchAll(/\bexport\s[\w\s]*\b(?:interface|type|class)\s+([\w$]+)/g)].map(([, name]) => `${path.split("/")[0]} ${name}`);
  for (const key of declared.flatMap(keysIn)) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { path, text } of declared.filter((file) => keysIn(file).some((key) => counts.get(key)! > 1))) {
    for (const name of exportedTypes(text)) {
      const key = `${path.split("/")[0]} ${name}`;
      filesOf.set(key, [...(filesOf.get(key) ?? []), path]);
    }
  }
  return [...filesOf].flatMap(([key, paths]) => (paths.length > 1 ? [`${key}: ${paths.join(", ")}`] : []));
}

test("a half exports one type of a name", () => {
  const twice = [
    { path: "sim/a.ts", text: "export interface Change {}\nexport class Once {}\ntype Own = 1;" },
    { path: "sim/b.ts", text: "export type Change = 1;\nexport type Own = 2;" },
    { path: "cli/c.ts", text: "export class Change {}" },
    { path: "sim/made.ts", text: "// Made from sim/openapi\nexport type Once = 1;" },
  ];
  assert.equal(typesExportedTwice(twice), ["sim Change: sim/a.ts, sim/b.ts"]);
  assert.equal(typesExportedTwice(sources), []);
});

test("beside the four folders stands only what tools demand", () => {
  const agreed =
    /^(sim|conformance|cli|fixtures|package\.json|package-lock\.json|tsconfig\.json|README\.md|LICENSE|CHANGELOG\.md|dist|node_modules|\..*)$/;
  assert.equal(
    readdirSync(root).filter((name) => !agreed.test(name)),
    [],
  );
});

test("the map in sim/README.md has every folder of sim once, and none imports from a floor above its own", () => {
  const rows = [...readFileSync(join(root, "sim/README.md"), "utf8").matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)];
  const floorOf = new Map(rows.flatMap(([, names = ""], floor) => [...names.matchAll(/\w+/g)].map(([name]) => [name, floor] as const)));
  const folders = readdirSync(join(root, "sim"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.equal([...floorOf.keys()].sort(), folders.map(({ name }) => name).sort());
  const upward = sources.filter(isTried).flatMap((source) => {
    const [top, folder = ""] = source.path.split("/");
    if (top !== "sim") return [];
    const above = importedBy(source).filter((file) => (floorOf.get(file.split("/")[1] ?? "") ?? Infinity) < (floorOf.get(folder) ?? -1));
    return above.map((file) => `${source.path} imports ${file}`);
  });
  assert.equal(upward, []);
});

/** Imports that close a circle: core's nouns know each other, as an actor knows the session that made it. */
const known = (path: string, file: string): boolean =>
  (path.startsWith("sim/core/") && file.startsWith("sim/core/")) ||
  (path === "conformance/client/actor.ts" && file === "conformance/client/session.ts");

test("files import each other in no circle, types included, but for those that are known", () => {
  const graph = new Map(
    sources.filter(isTried).map((source) => [source.path, importedBy(source).filter((file) => !known(source.path, file))] as const),
  );
  // A file that imports nothing that is left, or that nothing left imports, is in no circle.
  for (let size = -1; size !== graph.size; ) {
    size = graph.size;
    for (const [path, imported] of graph) if (!imported.some((file) => graph.has(file))) graph.delete(path);
    const needed = new Set([...graph.values()].flat());
    for (const path of graph.keys()) if (!needed.has(path)) graph.delete(path);
  }
  assert.equal([...graph.keys()], []);
});

test("the map in conformance/README.md has every folder of conformance", () => {
  const [, map = ""] = readFileSync(join(root, "conformance/README.md"), "utf8").split(/^## The map$/m);
  const named = [...map.replace(/\n## .*/s, "").matchAll(/^ {4}(\w+)\//gm)].map(([, name]) => name);
  const folders = readdirSync(join(root, "conformance"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.equal([...new Set(named)].sort(), folders.map(({ name }) => name).sort());
});

test("the rooms of conformance import only from those above them in the map", () => {
  const [, map = ""] = readFileSync(join(root, "conformance/README.md"), "utf8").split(/^## The map$/m);
  const folders = [...map.matchAll(/^ {4}(\w+)\//gm)].map(([, name = ""]) => name);
  const rooms = folders.slice(folders.indexOf("power"), folders.indexOf("report") + 1);
  assert.is(rooms.length, 16);
  const downward = sources.filter(isTried).flatMap((source) => {
    const [top, folder = ""] = source.path.split("/");
    if (top !== "conformance" || !rooms.includes(folder)) return [];
    const below = importedBy(source).filter(
      (file) => file.startsWith("conformance/") && rooms.indexOf(file.split("/")[1] ?? "") > rooms.indexOf(folder),
    );
    return below.map((file) => `${source.path} imports ${file}`);
  });
  assert.equal(downward, []);
});

test.run();
