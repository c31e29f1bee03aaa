import { test } from "uvu";
import * as assert from "uvu/assert";
import { Bench } from "../mutants/bench.ts";
import { allMutants } from "../mutants/index.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";
import type { ScenarioResult } from "../results/report.ts";
import { Scenarios } from "../run/scenario-run.ts";
import { closed, closingSteps } from "./closing.ts";

const general = { ref: "channel", of: "general" };
const bob = { ref: "user", of: "bob" };

const policy = (visibility_policy: number): Step => ({
  as: "alice",
  op: "user_topics.post",
  fields: { stream_id: general, topic: "soup", visibility_policy },
});
const group: Step = {
  as: "alice",
  op: "user_groups.create.post",
  fields: {
    name: { ref: "fresh", of: "cooks" },
    description: "",
    members: [bob],
    can_manage_group: { direct_members: [], direct_subgroups: [] },
  },
};
const removal: Step = { as: "gus", op: "user_groups-id.members.post", fields: { user_group_id: { ref: "group", at: 0 }, delete: [bob] } };
const bench = new Bench(1);

/** Plays a scenario on a server with the fault of a name, or on one without. */
async function played(scenario: Scenario, name?: string): Promise<ScenarioResult> {
  const [mutant] = (await allMutants()).filter((one) => one.name === name);
  const broken = mutant ?? { name: "none", breaks: [], says: "Nothing." };
  const options = { shrink: true, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };
  return new Scenarios(bench.broken(broken), await bench.oracle(broken), options).result("scenario/0", scenario);
}

const refused: readonly (readonly [mutant: string, field: string, steps: readonly Step[]])[] = [
  ["policy-removed-before-refusal", "user_topics", [policy(1), policy(9)]],
  ["members-changed-by-strangers", "realm_user_groups", [group, removal]],
];

for (const [name, field, steps] of refused) {
  test(`a refusal after which the server does it all the same shows in a scenario: ${name}`, async () => {
    const { verdict, reason = "", scenario } = await played(scenarioOf(steps), name);
    assert.is(verdict, "differs");
    assert.match(reason, new RegExp(`^${field}`));
    assert.is((scenario as Scenario).steps.length, steps.length + 1, "the shortest scenario has one of the reads at its end");
    assert.is((await played(scenarioOf(steps))).verdict, "agrees");
  });
}

test("whoever took part reads their own state at the end, and an owner what all have in common", async () => {
  const { facts } = await bench.oracle({ name: "none", breaks: [], says: "Nothing." });
  const readers = closingSteps([group, removal, policy(1)], facts).map(({ as, op }) => `${as} ${op}`);
  assert.equal(readers, [
    "alice actions",
    "alice messages.get",
    "alice register.post",
    "gus messages.get",
    "gus register.post",
    "owen register.post",
  ]);
  const scenario = scenarioOf([policy(1)]);
  assert.is(closed(scenario, { ...facts, known: false }).steps.length, 1, "nothing is read where others write, too");
});

test.run();
