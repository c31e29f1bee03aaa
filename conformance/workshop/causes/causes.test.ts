import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../catalogue/catalogue.ts";
import { byDay, nightly } from "../../night.test.kit.ts";
import { drawn, namedFaults, type ServerMistake, told } from "./measure.ts";

/** The properties that prove what some faults break. */
function proving(faults: readonly ServerMistake[]): readonly string[] {
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  return [...properties].flatMap(([address, { clauses }]) => (clauses.some((id) => broken.has(id)) ? [address] : []));
}

/** Samples of one size, each by a seed: of those by day no fault hides the others. */
const [count, seeds] = byDay([4, [2, 4]] as const, [20, [1, 2, 3]] as const);

test(`of servers with ${count} faults at once about as many causes are told, each by an example of its own, and most are named right`, async () => {
  let [causes, named] = [0, 0];
  const faults = await namedFaults();
  for (const seed of seeds) {
    const sample = drawn(faults, count, seed);
    const found = await told(sample, { seed: 7, tries: 0, runs: 4, only: byDay(proving(sample), []) });
    assert.equal(found.unshown, []);
    causes += found.causes.length;
    named += found.first.length;
  }
  const all = count * seeds.length;
  assert.ok(Math.abs(causes - all) <= all / 4, `${causes} causes of ${all} faults`);
  assert.ok(named >= causes / 2, `${named} of ${causes} are named right`);
});

test("what examples of one property show by turns of fields beside each other, or of one value, is one cause; faults of one field's values are several", async () => {
  const faults = await namedFaults();
  const of = async (names: readonly string[], only: readonly string[]): Promise<number> => {
    const sample = faults.filter(({ name }) => names.includes(name));
    assert.is(sample.length, names.length);
    return (await told(sample, { seed: 7, tries: 0, runs: 0, only })).causes.length;
  };
  assert.is(await of(["history-shows-empty-topics"], ["messages.get.form/emptyTopic"]), 1);
  const profile = ["profile-any-date", "profile-any-link", "third-person-lost"];
  assert.is(await of(profile, ["users.me.profile_data.patch/*", "users.me.profile_data.patch.*"]), profile.length);
});

// Some faults hide others there: a server that refuses every list is registered with by nobody.
nightly("of a server with 60 faults at once no more causes are told than it has faults, each by an example of its own", async () => {
  const { causes, unshown } = await told(drawn(await namedFaults(), 60, 4), { seed: 7, tries: 0, runs: 4 });
  assert.equal(unshown, []);
  assert.ok(causes.length <= 66, causes.map(({ signature }) => signature).join("; "));
});

test.run();
