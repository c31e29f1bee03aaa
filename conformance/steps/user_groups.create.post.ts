import fc from "fast-check";
import { settingNames } from "../stage/groups.ts";
import { fields, freshName, groupSetting, listOf, made, mostly, rarely, rest, systemGroup, unsupported, user, usually } from "./draws.ts";
import type { Op } from "./step.ts";

export const userGroupsCreatePost: Op = {
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
