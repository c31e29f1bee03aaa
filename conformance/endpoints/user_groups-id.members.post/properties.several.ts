import { changeMembers, createGroup, groupOf } from "../../client/groups.ts";
import { property } from "../../declare/property.ts";

/** Several people are added and removed at once, each of them. */
export const several = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete", "user-group/members"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const group = await createGroup(alice, { members: [alice.user_id] });
    const others = [bob.user_id, cara.user_id];
    expect.succeeded(await changeMembers(alice, group, { add: others }), "adding two people");
    expect.sameSet((await groupOf(alice, group.id)).members, [alice.user_id, ...others], "the members after two were added");
    expect.succeeded(await changeMembers(alice, group, { delete: others }), "removing two people");
    expect.sameSet((await groupOf(alice, group.id)).members, [alice.user_id], "the members after two were removed");
  },
});
