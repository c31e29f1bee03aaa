import { clausesOf, from } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { levelOf, userGroup as record } from "../../text/index.ts";
import { settingsSince as since } from "../../text/records/others.ts";
import * as permissions from "./properties.permissions.ts";
import * as properties from "./properties.ts";

const { section, prefix } = record;

export const userGroup = topic("user-group", {
  clauses: [
    ...clausesOf(section, prefix, {
      ...recordClauses(record),
      writable: {
        says: "Name, description, members, subgroups and the six settings of a group can be changed by an update.",
        untestable: "of updates only that of members and subgroups is specified, which has clauses of its own",
      },
      ...from(since, {
        settings: "A group has six permission settings, which can be given when it is created.",
        "can_manage_group-excluded": "can_manage_group cannot be role:internet or role:everyone.",
        "can_mention_group-internet": "can_mention_group cannot be role:internet.",
        "can_mention_group-owners": { says: "can_mention_group cannot be role:owners.", silent: "ownersMayMention" },
        "settings-not-excluded": {
          says: "Whether the settings for adding, joining, leaving and removing exclude system groups is open.",
          silent: "groupSettingBounds",
        },
      }),
    }),
    ...clausesOf(`${section} > Group-setting value`, "group-setting", {
      ...from(since, {
        integer: "A group-setting value may be the integer id of a group.",
        object: "A group-setting value may be an object of direct_members and direct_subgroups, lists of ids.",
        "other-shapes": "A value of another shape, or with ids of nobody and nothing, is refused.",
        "read-shape": "A group-setting value that is read is an integer or such an object.",
      }),
      "without-deactivated": {
        says: "Deactivated users are not included in direct_members.",
        since: levelOf("user_groups-id.members.post", "add", "active"),
      },
    }),
    ...clausesOf("States and transitions > Channel folder", "states.group", {
      "deactivated-members":
        "A deactivated group takes no additions and removals of members before feature level 391, and does from then on.",
    }),
  ],
  properties: { permissions, "": properties },
  mutants: () => import("./mutants.ts"),
});
