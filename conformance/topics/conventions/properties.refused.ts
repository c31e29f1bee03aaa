import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  type CreatedGroup,
  changeMembers,
  createGroup,
  mayNotManageAll,
  only,
  settingNames,
  shownGroup,
  userIds,
} from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { unknownId } from "../../client/people.ts";
import { setPolicy } from "../../client/policies.ts";
import { boundOf, isAllowed, policiesOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";

/** A request about a topic that has a policy, of which no part may be done. */
type WrongPolicy = "other value" | "below zero" | "too long";

/** A refused policy neither sets nor removes one: of the topic, or of the topic that a longer one begins with. */
export const refusedPolicy = property<{ readonly who: PersonName; readonly before: number; readonly wrong: WrongPolicy }>({
  clause: "refusals-leave-no-trace",
  given: {
    who: anActor<PersonName>(),
    before: fc.constantFrom(0, 1, 2),
    wrong: fc.constantFrom<WrongPolicy[]>("other value", "below zero", "too long"),
  },
  examples: (["other value", "below zero", "too long"] as const).map((wrong) => ({ who: "alice", before: 2, wrong })),
  async holds(session, { who, before, wrong }, expect) {
    if (session.level < levels.userTopics) throw new Untestable("the target has no policies of topics");
    const actor = session.actor(who);
    const { general } = session.channels;
    const most = await boundOf(actor, "max_topic_length");
    const topic = session.fresh("kept").padEnd(most, "x").slice(0, most);
    prepared.succeeded(await setPolicy(actor, general, topic, before), "POST /user_topics");
    const shown = async () => (await policiesOf(actor, general)).filter(({ topic_name }) => topic_name === topic);
    const then = await shown();
    const reply =
      wrong === "too long"
        ? await setPolicy(actor, general, `${topic}y`, before === 1 ? 2 : 1)
        : await setPolicy(actor, general, topic, wrong === "below zero" ? -1 : 9);
    expect.declined(reply, `a policy for a topic of ${most} characters with ${wrong}`);
    expect.same(await shown(), then, "the policy of the topic after the refusal");
  },
});

/** A change of a group that is refused: for what is in it, or for who asks. */
type WrongChange = "adds nobody" | "removes nobody" | "adds no group" | "by a stranger";

/** Returns the fields of a change with a fault, beside what could be done. */
const changeWith = (actor: Actor, inner: CreatedGroup, wrong: WrongChange): Body => {
  const [bob, cara] = userIds(actor, ["bob", "cara"]);
  const possible = { add: [cara], delete: [bob], add_subgroups: [inner.id] };
  return {
    "adds nobody": { ...possible, add: [unknownId] },
    "removes nobody": { ...possible, delete: [unknownId] },
    "adds no group": { ...possible, add_subgroups: [unknownId] },
    "by a stranger": possible,
  }[wrong];
};

const wrongChanges = ["adds nobody", "removes nobody", "adds no group", "by a stranger"] as const;

/** A change of a group that is refused leaves its members and its subgroups, whatever else was in it. */
export const refusedMembers = property<{ readonly wrong: WrongChange; readonly other: "cara" | "bob" | "gus" }>({
  clause: ["refusals-leave-no-trace", "user_groups-id.members.post/no-trace", "user-group/can_manage_group"],
  given: { wrong: fc.constantFrom(...wrongChanges), other: fc.constantFrom("cara", "bob", "gus") },
  examples: [
    ...wrongChanges.map((wrong) => ({ wrong, other: "cara" as const })),
    // One who is in the group, and a guest.
    ...(["bob", "gus"] as const).map((other) => ({ wrong: "by a stranger" as const, other })),
  ],
  async holds(session, { wrong, other }, expect) {
    const { alice, bob } = session.as;
    const stranger = wrong === "by a stranger";
    const asker = stranger ? session.actor(other) : alice;
    if (stranger && asker.role === "member") await mayNotManageAll(asker);
    if (asker.role === "guest" && (await isAllowed(asker, "realm_can_manage_all_groups")))
      throw new Untestable("guests may manage all groups");
    const settings = stranger ? Object.fromEntries(settingNames.map((name) => [name, only(alice)])) : {};
    const members = [alice.user_id, bob.user_id];
    const [group, inner] = [await createGroup(alice, { members, ...settings }), await createGroup(alice)];
    const shown = async () => {
      const { members, direct_subgroup_ids } = await shownGroup(alice, group.id);
      return { members, direct_subgroup_ids };
    };
    const before = await shown();
    const fields = changeWith(alice, inner, wrong);
    const reply = stranger ? await asker.send(`POST /user_groups/${group.id}/members`, fields) : await changeMembers(alice, group, fields);
    expect.declined(reply, `a change of members ${stranger ? `by ${other}` : `that ${wrong}`}`);
    expect.same(await shown(), before, `the group after the refusal of a change that ${wrong}`);
  },
});
