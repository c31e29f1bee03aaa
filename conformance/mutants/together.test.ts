import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { properties as declared } from "../engine/catalogue.ts";
import { idOf } from "../engine/causes/signature.ts";
import { check } from "../engine/check.ts";
import { byDay } from "../night.test.kit.ts";
import { exampleOf } from "../report/causes.ts";
import { EmbeddedTarget, modelOf, type Served } from "../targets/embedded.ts";
import { Front } from "./front.ts";
import { allMutants } from "./index.ts";
import type { Mutant } from "./kit/mutant.ts";

/** So many mutants of the plain simulator, as far apart in the list as can be. */
async function spreadOut(count: number): Promise<readonly Mutant[]> {
  const plain = (await allMutants()).filter(({ realm, level, rulings }) => !realm && level === undefined && !rulings);
  return Array.from({ length: count }, (_, i) => plain[Math.floor(((i + 0.5) * plain.length) / count)]!);
}

/** How many faults a server has at once, and how many of them the first clauses of its causes name at least. */
const servers = byDay(
  [[4, 3]] as const,
  [
    [2, 2],
    [5, 4],
    [20, 12],
    [60, 25],
  ] as const,
);

for (const [count, least] of servers) {
  test(`a server with ${count} faults at once: every cause is shown by an example of its own, and ${least} faults are named first`, async () => {
    const mutants = await spreadOut(count);
    const sim = createSimulator({ realm: "small", seed: 1 });
    const served = mutants.reduce<Served>((inner, mutant) => new Front(inner, mutant, { fired: false }), sim.fork());
    const target = new EmbeddedTarget(served, modelOf(sim.server));
    const broken = new Set(mutants.flatMap(({ breaks }) => breaks));
    const proving = [...declared].flatMap(([address, { clauses }]) => (clauses.some((id) => broken.has(id)) ? [address] : []));
    const { causes, properties, scenarios } = await check({
      target,
      seed: 1,
      ...byDay({ tries: 1, only: proving }, { tries: 5, runs: 40 }),
    });
    const results = new Map([...properties, ...scenarios].map((result) => [result.address, result]));
    for (const { id, alike = [], shows, signature } of causes.filter(({ shows: { length } }) => length > 0)) {
      const example = exampleOf(results.get(shows[0]!)!, { id, alike });
      assert.ok(
        example.causes?.some((one) => [id, ...alike].includes(idOf(one))),
        `${signature} is shown by ${shows[0]}`,
      );
    }
    const named = mutants.filter(({ breaks }) => causes.some(({ clauses: [first = ""] }) => breaks.includes(first)));
    console.log(`${count} faults: ${causes.length} causes, ${named.length} named first`);
    assert.ok(named.length >= least, `named are ${named.map(({ name }) => name)}`);
  });
}

test.run();
