import { test } from "uvu";
import * as assert from "uvu/assert";
import { oracleFor } from "../model/oracle.ts";
import { Sides } from "../play/sides.ts";
import { embedded } from "../targets/embedded.ts";
import { compareRecords } from "./search.ts";

const oracle = await oracleFor(embedded());

type Body = Readonly<Record<string, unknown>>;
const done = (path: string, fields: Body) => ({
  asked: { as: "alice", method: "POST", path, fields },
  expected: { status: 200, body: { result: "success" } },
});

/** The places at which two registrations of alice's differ after requests of hers, where group 7 was made. */
function places(expected: Body, actual: Body, before: readonly ReturnType<typeof done>[] = []): string[] {
  const run = new Sides({ oracle, suffix: "", choices: {} });
  run.ours.made.group.push(7);
  return compareRecords({ run, as: "alice", before, expected, actual }).map(({ path }) => path);
}

const group = (members: readonly number[], id = 7) => ({ id, name: "crew", description: "", members, can_manage_group: 3 });

test("the members of a group that was made are compared, in any order", () => {
  assert.equal(places({ realm_user_groups: [group([11, 12])] }, { realm_user_groups: [group([12, 11])] }), []);
  assert.equal(places({ realm_user_groups: [group([11, 12])] }, { realm_user_groups: [group([11])] }), ["realm_user_groups[crew].members"]);
  assert.equal(places({ realm_user_groups: [group([])] }, { realm_user_groups: [] }), ["realm_user_groups[crew]"]);
});

test("groups that were there, settings, and parts that the target does not show are not", () => {
  assert.equal(places({ realm_user_groups: [group([11], 8)] }, { realm_user_groups: [] }), []);
  assert.equal(places({ realm_user_groups: [group([])] }, { realm_user_groups: [{ ...group([]), can_manage_group: 4 }] }), []);
  assert.equal(places({ realm_user_groups: [group([11])], user_topics: [] }, {}), []);
});

const policy = (visibility_policy: number, topic_name = "lunch") => ({ stream_id: 41, topic_name, visibility_policy });
const muted = [done("/user_topics", { stream_id: 41, topic: "Lunch", visibility_policy: 1 })];

test("a policy that was set is compared, none is the same as 0, and those of other topics are not known", () => {
  assert.equal(places({ user_topics: [policy(1)] }, { user_topics: [policy(1), policy(2, "before")] }, muted), []);
  assert.equal(places({ user_topics: [] }, { user_topics: [policy(0)] }, muted), []);
  assert.equal(places({ user_topics: [policy(1)] }, { user_topics: [policy(2)] }, muted), ["user_topics"]);
  assert.equal(places({ user_topics: [policy(1)] }, { user_topics: [] }, muted), ["user_topics"]);
  assert.equal(places({ user_topics: [policy(1)] }, { user_topics: [] }), []);
});

test("a text in the profile is compared where it was set", () => {
  const users = (value: unknown) => ({ realm_users: [{ user_id: oracle.ours.users.alice!.id, profile_data: { 3: { value } } }] });
  const set = [done("/users/me/profile_data", { data: [{ id: 3, value: "soup" }] })];
  assert.equal(places(users("soup"), users("soup"), set), []);
  assert.equal(places(users("soup"), users("bread"), set), ["profile_data.3.value"]);
  assert.equal(places(users("soup"), users("bread")), []);
});

test.run();
