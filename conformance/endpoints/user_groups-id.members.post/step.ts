import { createGroup } from "../../client/groups.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { type Drawn, fields, listOf, mostly, rarely, unsupported } from "../../draw/combinators.ts";
import { fullMembers } from "../../draw/people.ts";
import { made, systemGroup, user } from "../../draw/references.ts";
import { maker } from "../../draw/symbols.ts";

const groups: Drawn = listOf(mostly([6, made("group")], [1, systemGroup], [1, 0]), 2, 1);

export const step: Op = {
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

export const call: Call = {
  route: "POST /user_groups/{user_group_id}/members",
  since: 0,
  required: [],
  returns: {},
  beside: {
    delete: { value: [], since: 0 },
    add_subgroups: { value: [], since: 311 },
    delete_subgroups: { value: [], since: 311 },
  },
  by: fullMembers,
  prepare: async (session, by = session.as.alice) => {
    const { id } = await createGroup(by, { name: session.fresh("group") });
    return { actor: by, route: `POST /user_groups/${id}/members`, fields: { add: [by.user_id] } };
  },
  trace: ({ actor, route }) => recordsWith(actor, "realm_user_groups", "id", Number(route.split("/")[2])),
};
