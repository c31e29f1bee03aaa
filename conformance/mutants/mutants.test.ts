import { test } from "uvu";
import * as assert from "uvu/assert";
import { contradicted, type RulingName } from "../../sim/index.ts";
import { clauses } from "../engine/catalogue.ts";
import { check } from "../engine/check.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";
import { variantServer, variants } from "./harmless.ts";
import { allMutants, type MutantResult, reverseMatrix, runMutants, spread } from "./index.ts";

const seed = 20;

test("every mutant has a name of its own and breaks clauses that exist", async () => {
  const mutants = await allMutants();
  const known = new Set(clauses.map(({ id }) => id));
  const unknown = mutants.flatMap(({ name, breaks }) => breaks.filter((id) => !known.has(id)).map((id) => `${name}: ${id}`));
  assert.equal(unknown, []);
  assert.is(new Set(mutants.map(({ name }) => name)).size, mutants.length);
  assert.ok(mutants.length >= 120);
});

const escaped = ({ name, fired, killed, cited, breaks, kills }: MutantResult): string[] =>
  fired && killed && cited
    ? []
    : [
        `${name} (${breaks.join(", ")}) ${fired ? "" : "never fired, "}${killed ? `noticed only by ${kills.map(({ by }) => by)}` : "survives"}`,
      ];

test("every clause that a server can be held to has a mutant, and every property is killed by one of its own clauses", async () => {
  const { idle, unbroken, crashed } = await reverseMatrix(await allMutants(), seed);
  assert.equal({ idle, unbroken, crashed }, { idle: [], unbroken: [], crashed: [] });
});

test("mutants of every folder are noticed, by a property that cites what they break", async () => {
  const results = await runMutants({ seed, budgeted: 120 });
  assert.is(results.length, 120);
  assert.equal(results.flatMap(escaped), []);
});

test("what a run tries is the same each time, and touches every folder", async () => {
  assert.equal(await spread(120), await spread(120));
  const names = await spread(4);
  assert.equal(await runMutants({ seed, names }), await runMutants({ seed, names }));
});

for (const variant of variants) {
  test(`no alarm on a correct server of another kind: ${variant.name}`, async () => {
    const target = new EmbeddedTarget(variantServer(variant, seed));
    // No scenarios: the model begins without what some of these servers were given before.
    const { properties, scenarios } = await check({ target, seed, runs: 0, tries: 3, skip: ["cover/*"], accepts: variant.accepts ?? [] });
    const alarms = [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs");
    assert.equal(
      alarms.map(({ address, reason }) => `${address}: ${reason}`),
      [],
    );
  });
}

test("a server that decides stated points as running servers do differs in these, and in nothing else", async () => {
  const observed = variants.find(({ name }) => name === "observed-rulings")!;
  const { causes } = await check({ target: new EmbeddedTarget(variantServer(observed, seed)), seed, runs: 3, tries: 1 });
  const ids = causes.map(({ id }) => id);
  assert.equal(
    ids.filter((id) => !contradicted.includes(id as RulingName)),
    [],
  );
  assert.ok(ids.length >= 20, `${ids.length} of ${contradicted.length} show`);
});

test.run();
