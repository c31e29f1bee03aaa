import { has } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { groupSettingNames } from "../core/settings.ts";
import { changeGroup, type GroupChange } from "../effects/change-group.ts";
import { writes } from "../protocol/endpoint.ts";
import { boolean, optional, text } from "../protocol/params.ts";
import { settingChange } from "../requests/group-setting.ts";
import { checkGroupName, checkGroupNameIsFree } from "../rules/groups/group-name.ts";
import { groupEditors, managedGroup } from "../rules/groups/group-permission.ts";
import { checkedSetting } from "../rules/groups/group-setting.ts";
import { changedSetting } from "../rules/people/setting-change.ts";

/**
 * PATCH /user_groups/{user_group_id}: what a group is called and whom its settings permit; takes a deactivated group back into use.
 * What is so already is left alone.
 * @spec    Resources and their fields > User group; States and transitions
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests, nothing given, unknown group, no permission, bad or taken name, a setting's restriction;
 *          EXPECTATION_MISMATCH: a setting is not what the client believes
 */
export const updateGroup = writes({
  route: "PATCH /user_groups/{user_group_id}",
  params: {
    can_add_members_group: optional(settingChange, { since: "can_add_members_group" }),
    can_join_group: optional(settingChange, { since: "can_join_group" }),
    can_leave_group: optional(settingChange, { since: "can_leave_group" }),
    can_manage_group: optional(settingChange, { since: "can_manage_group" }),
    can_mention_group: optional(settingChange, { since: "can_mention_group" }),
    can_remove_members_group: optional(settingChange, { since: "can_remove_members_group" }),
    deactivated: optional(boolean, { since: "groupReactivation" }),
    description: optional(text()),
    name: optional(text()),
  },
  allow: groupEditors,
  rules: ({ realm, caller, params, path }) => {
    if (Object.values(params).every((value) => value === undefined)) refuse("No new data supplied");
    const group = managedGroup(realm, caller, path.user_group_id, has(realm, "deactivatedGroupChanges"));
    const { name, description, deactivated } = params;
    const changes: GroupChange[] = [];
    if (name !== undefined && name !== group.name) {
      checkGroupName(name);
      checkGroupNameIsFree(realm, name);
      changes.push({ name });
    }
    if (description !== undefined && description !== group.description) changes.push({ description });
    if (deactivated === false && group.deactivated) changes.push({ deactivated });
    for (const setting of groupSettingNames) {
      const change = params[setting];
      const value = change && changedSetting(realm, group[setting], change, (sent) => checkedSetting(realm, setting, sent));
      if (value !== undefined) changes.push({ setting, value });
    }
    return { group, changes };
  },
  effect: ({ turn, found: { group, changes } }) => {
    changeGroup(turn, group, changes);
    return {};
  },
});
