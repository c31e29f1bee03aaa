import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../night.test.kit.ts";
import { catalogueOf } from "./copy.ts";
import { mutableFile } from "./mutator.ts";
import { Pool, Worker } from "./pool.ts";
import { lookAtSome } from "./ratchet.ts";
import { listing, readEquivalent, readStored, renewed } from "./stored.ts";

/** Returns the mutants of a text as `kind: original -> mutated`. */
const mutantsOf = (text: string): string[] => mutableFile("a.ts", text).mutants.map(({ name }) => name.split(" | ").slice(2).join(": "));

const kinds: Readonly<Record<string, { readonly text: string; readonly mutants: readonly string[] }>> = {
  "bounds move, numbers grow by one": {
    text: "const isLong = (text: string) => text.length > 3;",
    mutants: ["bound: text.length > 3 -> text.length >= 3", "number: 3 -> 4"],
  },
  "equalities turn around, but not where a condition is always or never true anyway": {
    text: 'const isBot = (role: string) => role === "bot"; if (isBot === other) act(isBot);',
    mutants: ['equality: role === "bot" -> role !== "bot"', "condition: isBot === other -> true", "condition: isBot === other -> false"],
  },
  "one side of a condition stays": {
    text: "const may = isOwner || isMember;",
    mutants: ["operand: isOwner || isMember -> isOwner", "operand: isOwner || isMember -> isMember"],
  },
  "negations go": { text: "const may = !isGuest;", mutants: ["negation: !isGuest -> isGuest"] },
  "a default is left out, or is always there; a refusal is only left out": {
    text: 'const a = given ?? usual; const b = given ?? refuse("None");',
    mutants: ["default: given ?? usual -> given", "default: given ?? usual -> usual", 'default: given ?? refuse("None") -> given'],
  },
  "defaults of parameters and other booleans are swapped": {
    text: "const f = (isTrue = true) => isTrue;",
    mutants: ["boolean: true -> false"],
  },
  "fields are left out, functions of a declaration are not": {
    text: "const e = writes({ params, effect: () => ({ id, ...more }) });",
    mutants: ["field: params -> left out", "field: id -> left out", "field: ...more -> left out"],
  },
  "calls and writes are left out, but not those that a condition decides alone": {
    text: "if (c) tell(a); if (d) { tell(b); other = 1; }",
    mutants: [
      ...["condition: c -> true", "condition: c -> false", "condition: d -> true", "condition: d -> false"],
      ...["call: tell(b); -> left out", "call: other = 1; -> left out", "number: 1 -> 2"],
    ],
  },
  "methods that pass on what they are called on are left out, others replaced": {
    text: "const a = all.filter(isShown); const b = all.some(isShown);",
    mutants: ["method: filter() in all.filter(isShown) -> all", "method: all.some(isShown) -> every instead of some"],
  },
  "codes are replaced": {
    text: 'throwing("BAD_NARROW");',
    mutants: ['call: throwing("BAD_NARROW"); -> left out', 'code: "BAD_NARROW" -> "BAD_REQUEST"'],
  },
  "types, imports and the words of refusals are left alone": {
    text: `import { a } from "./a.ts"; type T = { a: 1 }; const f = (b: 2) => refuse(\`\${c ?? 3} is wrong\`) as 4;`,
    mutants: [],
  },
};

for (const [says, { text, mutants }] of Object.entries(kinds)) test(says, () => assert.equal(mutantsOf(text), mutants));

test("the name of a mutant says where it stands, without lines; equal ones are numbered", () => {
  const text = "export const send = writes({\n  effect: () => tell(1, 1),\n});";
  const names = (code: string): string[] => mutableFile("a.ts", code).mutants.map(({ name }) => name);
  assert.equal(names(text), ["a.ts | send.effect | number | 1 -> 2", "a.ts | send.effect | number | 1 -> 2 | 2"]);
  assert.equal(names(`\n\n${text}`), names(text));
});

const tiny = `
export const long = (n: number): boolean => n > 3 && !(n === 5);
export function shown(isOwner: boolean) {
  const told: string[] = [];
  if (isOwner) told.push("owner");
  else told.push("other");
  return { told, all: { isOwner, count: told.length + 1 } };
}`;

type Tiny = { long(n: number): boolean; shown(isOwner: boolean): unknown };

/** Returns what a module answers with its mutants off, and with each on. */
function answers(text: string, ask: (exports: Tiny) => unknown): { plain: unknown; broken: Map<string, unknown> } {
  const { mutants, catalogue } = { mutants: mutableFile("a.ts", text).mutants, catalogue: catalogueOf(new Map([["a.ts", text]])) };
  const switched = catalogue.files.get("a.ts")?.switched(1, "choosing") ?? "";
  const { code } = transformSync(switched, { loader: "ts", format: "cjs" });
  const switches = { chosen: 0 };
  const module: { exports: unknown } = { exports: {} };
  new Function("$m", "module", code)(switches, module);
  const plain = ask(module.exports as Tiny);
  const broken = new Map<string, unknown>();
  for (const [i, { name }] of mutants.entries()) {
    switches.chosen = i + 1;
    broken.set(name.slice("a.ts | ".length), ask(module.exports as Tiny));
  }
  return { plain, broken };
}

test("one text holds every mutant, one of them on at a time, those inside others included", () => {
  const long = answers(tiny, (one) => [3, 4, 5].filter((n) => one.long(n)));
  assert.equal(long.plain, [4]);
  assert.equal(
    [...long.broken].filter(([name]) => name.startsWith("long |")),
    [
      ["long | operand | n > 3 && !(n === 5) -> n > 3", [4, 5]],
      ["long | operand | n > 3 && !(n === 5) -> !(n === 5)", [3, 4]],
      ["long | bound | n > 3 -> n >= 3", [3, 4]],
      ["long | number | 3 -> 4", []],
      ["long | negation | !(n === 5) -> n === 5", [5]],
      ["long | equality | n === 5 -> n !== 5", [5]],
      ["long | number | 5 -> 6", [4, 5]],
    ],
  );
  const shown = answers(tiny, (one) => one.shown(true));
  assert.equal(shown.plain, { told: ["owner"], all: { isOwner: true, count: 2 } });
  assert.equal(shown.broken.get("shown | condition | isOwner -> false"), { told: ["other"], all: { isOwner: true, count: 2 } });
  assert.equal(shown.broken.get("shown | field | isOwner -> left out"), { told: ["owner"], all: { count: 2 } });
  assert.equal(shown.broken.get("shown | field | told -> left out"), { all: { isOwner: true, count: 2 } });
});

test("a file whose mutants nothing reaches is listed as one, and so is a declaration", () => {
  const texts = [
    ["sim/rules/a.ts", "const a = !b; const c = !d;"],
    ["sim/rules/e.ts", "const f = () => !g; const h = () => !i;"],
  ] as const;
  const { mutants } = catalogueOf(new Map(texts));
  const judged = (file: string, reached: RegExp) =>
    mutants
      .filter((mutant) => mutant.file === file)
      .map((mutant) => ({ mutant, outcome: { verdict: reached.test(mutant.name) ? "survived" : "unreached" } as const }));
  const tried = new Map(texts.map(([file, source]) => [file, { source, judged: judged(file, / h /) }]));
  const empty = { score: {}, files: {}, units: {}, unreached: [], costly: [], allowed: [], survivors: [] };
  const { unreached, survivors, files } = renewed(empty, tried, new Map(texts));
  assert.equal(unreached, ["sim/rules/a.ts", "sim/rules/e.ts | f"]);
  assert.equal(survivors, ["sim/rules/e.ts | h | negation | !i -> i"]);
  assert.equal([files["sim/rules/a.ts"]?.reached, files["sim/rules/e.ts"]?.reached], [0, 1]);
  assert.ok(mutants.every(({ name }) => listing({ unreached, allowed: [], survivors })(name)));
});

test("a mutant that runs without end, or ends the process, is noticed, and the next one is tried in a new process", async () => {
  const folder = mkdtempSync(join(tmpdir(), "watchdog-"));
  const script = join(folder, "worker.mjs");
  const acts = "if (id === 1) for (;;); if (id === 2) process.exit(1); process.send({ outcome: { verdict: 'survived' } });";
  writeFileSync(script, `process.on("message", ({ id }) => { ${acts} }); process.send({});`);
  const worker = new Worker({ script, args: [], patienceMillis: 1_000 });
  try {
    const outcomes = [];
    for (const id of [3, 1, 2, 3]) outcomes.push(await worker.judge({ id }));
    const noticed = (by: string) => ({ verdict: "noticed", by });
    const survived = { verdict: "survived" };
    assert.equal(outcomes, [survived, noticed("it runs without end"), noticed("the process ends"), survived]);
  } finally {
    worker.end();
    rmSync(folder, { recursive: true });
  }
});

test("mutants of files that changed are noticed, or listed in survivors.json; in files that are as they were, a few of all", async () => {
  const pool = await Pool.open(1, 1);
  try {
    const { tried, unnoticed } = await lookAtSome(pool, readStored(), byDay({ ofChanged: 3, ofAll: 2 }, { ofChanged: 60, ofAll: 24 }));
    assert.equal(unnoticed, [], "npm run mutate -- --only <file> tells of all; test them, or list them with --write");
    assert.ok(tried > 0);
    const names = new Set(pool.catalogue.mutants.map(({ name }) => name));
    assert.equal(
      readEquivalent().filter(({ mutant, reason }) => !names.has(mutant) || reason === ""),
      [],
      "equivalent.json names mutants that are gone",
    );
  } finally {
    pool.close();
  }
});

test.run();
