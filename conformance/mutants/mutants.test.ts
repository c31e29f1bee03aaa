import { test } from "uvu";
import * as assert from "uvu/assert";
import { contradicted, type RulingName } from "../../sim/index.ts";
import { clauses, properties } from "../catalogue/catalogue.ts";
import { check } from "../check/check.ts";
import { byDay, isNight, someOf } from "../night.test.kit.ts";
import { powerTable } from "../power/table.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";
import { variantServer, variants } from "./harmless.test.kit.ts";
import { allMutants, type MutantResult, reverseMatrix, runMutants, spread, unbrokenClauses } from "./index.ts";
import { passOver } from "./pass.test.kit.ts";

const seed = 20;

const processorMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

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

/** Returns by day one of 24 of what the table of power has, and all that it has not; at night all. */
function sampled<T>(all: readonly T[], nameOf: (one: T) => string, measured: readonly string[]): readonly T[] {
  const known = new Set(measured);
  const tried = new Set(someOf(all, 24));
  return all.filter((one) => tried.has(one) || !known.has(nameOf(one)));
}

// One pass finds for every mutant what notices it. What rests on the table of power is held by it; at night all is searched anew.
test("every mutant is noticed by what the smoke choice tries, whatever is drawn, which names a clause that it breaks", async () => {
  const mutants = sampled(await allMutants(), ({ name }) => name, powerTable.mutants);
  const measuredUnits = powerTable.units.map(({ address }) => address);
  const addresses = sampled([...properties.keys()], (address) => address, measuredUnits);
  const { rows, idle } = await passOver({ mutants, addresses, table: powerTable, seed: 1, now: processorMillis });
  assert.equal(
    rows.map(({ mutant }) => mutant),
    mutants.map(({ name }) => name),
  );
  assert.equal(
    rows.filter(({ unit }) => unit === undefined).map(({ mutant }) => mutant),
    [],
    "nothing of the smoke choice notices these",
  );
  const slowest = rows.toSorted((one, other) => other.millis - one.millis).slice(0, 3);
  console.log(
    `the dearest mutants: ${slowest.map(({ mutant, unit, millis }) => `${mutant} by ${unit} ${millis.toFixed(0)} ms`).join(", ")}`,
  );
  // What is newer than the table may wait for a mutant of its own.
  const measured = new Set(measuredUnits);
  const news = idle.filter((address) => !measured.has(address));
  if (news.length > 0) console.log(`no mutant kills these yet: ${news.join(", ")}`);
  const { idle: unkilled, crashed } = await reverseMatrix(
    await allMutants(),
    seed,
    (address) => idle.includes(address) && measured.has(address),
  );
  assert.equal({ unkilled, crashed }, { unkilled: [], crashed: [] }, "no mutant of their own clauses kills these properties");
});

test("every clause that a server can be held to has a mutant", async () => {
  assert.equal(unbrokenClauses(await allMutants()), []);
});

test("mutants of every folder are noticed, by a property that cites what they break", async () => {
  const names = await spread(byDay(12, 120));
  const results = await runMutants({ seed, names });
  assert.is(results.length, byDay(12, 120));
  assert.equal(results.flatMap(escaped), []);
});

if (isNight)
  test("every property is killed by a mutant of one of its own clauses", async () => {
    const { idle, unbroken, crashed } = await reverseMatrix(await allMutants(), seed);
    assert.equal({ idle, unbroken, crashed }, { idle: [], unbroken: [], crashed: [] });
  });

test("what a run tries is the same each time, and touches every folder", async () => {
  assert.equal(await spread(120), await spread(120));
  const names = await spread(4);
  assert.equal(await runMutants({ seed, names }), await runMutants({ seed, names }));
});

for (const [i, variant] of someOf(variants, 12).entries()) {
  test(`no alarm on a correct server of another kind: ${variant.name}`, async () => {
    const target = new EmbeddedTarget(variantServer(variant, seed));
    // No scenarios: the model begins without what some of these servers were given before.
    const { properties, scenarios } = await check({
      target,
      seed,
      runs: 0,
      tries: byDay(1, 3),
      skip: ["cover/*"],
      ...byDay({ shard: { index: (i % 6) + 1, count: 6 } }, {}),
      accepts: variant.accepts ?? [],
    });
    const alarms = [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs");
    assert.equal(
      alarms.map(({ address, reason }) => `${address}: ${reason}`),
      [],
    );
  });
}

test("a server that decides stated points as running servers do differs in these, and in nothing else", async () => {
  const observed = variants.find(({ name }) => name === "observed-rulings")!;
  const part = byDay({ shard: { index: 1, count: 4 } }, {});
  const { causes } = await check({ target: new EmbeddedTarget(variantServer(observed, seed)), seed, runs: byDay(1, 3), tries: 1, ...part });
  const ids = causes.map(({ id }) => id);
  assert.equal(
    ids.filter((id) => !contradicted.includes(id as RulingName)),
    [],
  );
  assert.ok(ids.length >= byDay(5, 20), `${ids.length} of ${contradicted.length} show`);
});

test.run();
