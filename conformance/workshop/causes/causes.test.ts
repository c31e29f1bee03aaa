import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../engine/catalogue.ts";
import { byDay } from "../../night.test.kit.ts";
import { drawn, type Fault, namedFaults } from "./faults.ts";
import { told } from "./measure.ts";

/** Whose first faults hide none of the others, as a server does that refuses each registration. */
const seed = 2;

/** The properties that prove what some faults break. */
function proving(faults: readonly Fault[]): readonly string[] {
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  return [...properties].flatMap(([address, { clauses }]) => (clauses.some((id) => broken.has(id)) ? [address] : []));
}

for (const count of byDay([4], [2, 5, 20, 60])) {
  test(`a server with ${count} faults at once: each cause has an example of its own, and there are about as many as faults`, async () => {
    const faults = drawn(await namedFaults(), count, seed);
    const { causes, unshown, first } = await told(faults, { seed, tries: 0, runs: 4, only: byDay(proving(faults), []) });
    const said = `${count} faults: ${causes.length} causes, ${first.length} named right: ${causes.map(({ signature }) => signature).join("; ")}`;
    assert.equal(unshown, []);
    assert.ok(Math.abs(causes.length - count) <= Math.max(1, count / 4), said);
    assert.ok(first.length >= causes.length / 2, said);
  });
}

test.run();
