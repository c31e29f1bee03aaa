import fc from "fast-check";
import { settingNames } from "../../client/groups.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, listOf, mostly, rarely, unsupported } from "../../draw/combinators.ts";
import { aDescription } from "../../draw/descriptions.ts";
import type { Ground } from "../../draw/ground.ts";
import { groupSetting, madeGroup, notASetting } from "../../draw/group-settings.ts";
import { name } from "../../draw/names.ts";
import { fullMembers } from "../../draw/people.ts";
import { again, formerMembers, named, noneOf, oneOf, several, systemGroup } from "../../draw/references.ts";

const group = (ground: Ground): Drawn =>
  fields({
    as: noneOf(ground.guests),
    name: name(ground, "crew", "cooks", "night watch"),
    description: aDescription,
    members: several("user", 0, 4),
    subgroups: rarely(listOf(mostly([4, madeGroup], [1, systemGroup()]), 2, 1), 3),
    ...Object.fromEntries(settingNames.map((setting) => [setting, rarely(groupSetting, 6)])),
    colour: unsupported,
  });

function refused(ground: Ground): Drawn {
  const accepted = group(ground);
  const former = formerMembers(ground);
  return mostly(
    [2, again("user_groups.create.post")],
    [ground.guests.length > 0 ? 1 : 0, but(accepted, { as: oneOf(ground.guests) })],
    [2, but(accepted, { name: fc.constantFrom("", "role:crew", "@crew") })],
    [1, but(accepted, { members: fc.constant("all") })],
    ...["name", "description", "members"].map((parameter) => [1, but(accepted, { [parameter]: undefined })] as const),
    [2, but(accepted, { members: fc.constant([0]) })],
    [former.length > 0 ? 1 : 0, but(accepted, { members: listOf(named("user", former), 1, 1) })],
    [1, but(accepted, { subgroups: fc.constant([0]) })],
    [1, but(accepted, { can_manage_group: systemGroup("internet", "everyone") })],
    [1, but(accepted, { can_mention_group: systemGroup("internet") })],
    [1, but(accepted, { can_join_group: notASetting })],
  );
}

export const step: Op = {
  route: "POST /user_groups/create",
  weight: () => 6,
  draw: (ground) => ({ accepted: group(ground), refused: refused(ground) }),
  tell: (given, say) => `creates the group ${say(given.name, "as name")} of ${say(given.members)}${rest(given, ["name", "members"], say)}`,
  makes: { kind: "group", field: "group_id", shownIn: "realm_user_groups" },
};

export const call: Call = {
  route: "POST /user_groups/create",
  since: 0,
  required: ["name", "description"],
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
