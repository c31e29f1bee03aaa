import { type Drawn, fields, listOf, made, mostly, rarely, rest, systemGroup, unsupported, user } from "./draws.ts";
import type { Op } from "./step.ts";
import { maker } from "./symbols.ts";

const groups: Drawn = listOf(mostly([6, made("group")], [1, systemGroup], [1, 0]), 2, 1);

export const userGroupsIdMembersPost: Op = {
  route: "POST /user_groups/{user_group_id}/members",
  about: ["user_groups-id.members.post/", "user-group/", "group-setting/"],
  weight: () => 5,
  by: () => [maker],
  draw: (ground) => {
    const people = mostly([12, listOf(user(ground), 3, 1)], [1, []], [1, [0]]);
    return fields({
      user_group_id: mostly([24, made("group")], [1, systemGroup], [1, 0]),
      add: rarely(people, 2),
      delete: rarely(people, 3),
      add_subgroups: rarely(groups, 4),
      delete_subgroups: rarely(groups, 5),
      colour: unsupported,
    });
  },
  tell: (given, say) => `changes the members of ${say(given.user_group_id)}${rest(given, ["user_group_id"], say)}`,
};
