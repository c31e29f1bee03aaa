import fc from "fast-check";
import { settingNames } from "../../client/groups.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, listOf, mostly, rarely, unsupported, usually } from "../../draw/combinators.ts";
import { groupSetting } from "../../draw/group-settings.ts";
import { fullMembers } from "../../draw/people.ts";
import { freshName, made, systemGroup, user } from "../../draw/references.ts";

export const step: Op = {
  route: "POST /user_groups/create",
  about: ["user_groups.create.post/", "user-group/", "group-setting/"],
  weight: () => 4,
  draw: (ground) =>
    fields({
      name: usually(mostly([20, freshName("crew", "cooks", "Crew")], [1, fc.constantFrom("", "role:crew", "@crew")])),
      description: usually(fc.constantFrom("", "Those who cook")),
      members: usually(mostly([20, listOf(user(ground), 3)], [1, [0]], [1, "all"])),
      subgroups: rarely(listOf(mostly([4, made("group")], [1, systemGroup], [1, 0]), 2), 3),
      ...Object.fromEntries(settingNames.map((name) => [name, rarely(groupSetting(ground), 6)])),
      colour: unsupported,
    }),
  tell: (given, say) => `creates the group ${say(given.name)} of ${say(given.members)}${rest(given, ["name", "members"], say)}`,
  makes: { kind: "group", field: "group_id" },
};

export const call: Call = {
  route: "POST /user_groups/create",
  since: 0,
  required: ["name", "description", "members"],
  returns: {},
  beside: { subgroups: { value: [], since: 311 } },
  mayRefuse: "the organization decides who may create groups",
  by: fullMembers,
  prepare: async (session, by = session.as.alice) => {
    const fields = { name: session.fresh("group"), description: "Made to be looked at", members: [by.user_id] };
    return { actor: by, route: "POST /user_groups/create", fields };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "realm_user_groups", "name", fields.name),
};
