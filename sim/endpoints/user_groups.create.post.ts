import { type Group, putGroup } from "../core/groups.ts";
import type { GroupId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { type GroupSetting, type GroupSettingName, groupSettingNames, groupSettings } from "../core/settings.ts";
import type { User } from "../core/users.ts";
import { noticeMembers } from "../effects/notices.ts";
import { announceGroup, announceSubgroups } from "../events/user-group.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional, required, requiredFrom, text } from "../protocol/params.ts";
import { groupSetting } from "../requests/values.ts";
import {
  checkedSetting,
  checkGroupName,
  checkGroupNameIsFree,
  groupCreators,
  type SentSetting,
  usableGroups,
} from "../rules/groups/group-setting.ts";
import { systemGroup } from "../rules/groups/membership.ts";
import { memberAccounts } from "../rules/people/accounts.ts";

/** Returns whom a setting that was left out permits. */
function defaultSetting(realm: Realm, creator: User, name: GroupSettingName): GroupSetting {
  const { default: who } = groupSettings[name];
  return who === "group_creator" ? { direct_members: [creator.id], direct_subgroups: [] } : systemGroup(realm, who);
}

type SentSettings = { readonly [S in GroupSettingName]: SentSetting | undefined };

function settingsFor(realm: Realm, creator: User, sent: SentSettings): Record<GroupSettingName, GroupSetting> {
  const entries = groupSettingNames.map((name) => {
    const value = sent[name];
    return [name, value === undefined ? defaultSetting(realm, creator, name) : checkedSetting(realm, name, value)];
  });
  return Object.fromEntries(entries);
}

/**
 * POST /user_groups/create: a new user group. Its creator may add any subgroups.
 * @spec    Endpoints > POST /user_groups/create; Resources and their fields > User group
 * @reply   group_id
 * @refuses BAD_REQUEST: guests, no permission, unknown or deactivated people or groups, bad or taken name, a setting's restriction
 * @silent  rulings.groupSettingBounds, rulings.ownersMayMention, rulings.groupCreationNotices, rulings.groupCreators
 */
export const createGroup = writes({
  route: "POST /user_groups/create",
  params: {
    can_add_members_group: optional(groupSetting, { since: "can_add_members_group" }),
    can_join_group: optional(groupSetting, { since: "can_join_group" }),
    can_leave_group: optional(groupSetting, { since: "can_leave_group" }),
    can_manage_group: optional(groupSetting, { since: "can_manage_group" }),
    can_mention_group: optional(groupSetting, { since: "can_mention_group" }),
    can_remove_members_group: optional(groupSetting, { since: "can_remove_members_group" }),
    description: required(text()),
    members: requiredFrom("membersRequired", json(listOf(anInteger)), []),
    name: required(text()),
    subgroups: optional(json(listOf(anInteger)), { fallback: [], since: "subgroupsInCreation" }),
  },
  olderOrders: [
    { until: "typedParameters", names: ["name", "members", "description"] },
    { until: "alphabeticalParameters", names: ["name", "description", "members", "subgroups"] },
  ],
  allow: groupCreators,
  rules: ({ realm, caller, params }) => {
    const members = memberAccounts(realm, params.members);
    checkGroupName(params.name);
    const settings = settingsFor(realm, caller, params);
    checkGroupNameIsFree(realm, params.name);
    return { members, settings, subgroups: usableGroups(realm, params.subgroups) };
  },
  effect: ({ turn, caller, params: { name, description }, found: { members, settings, subgroups } }) => {
    const { world } = turn;
    const empty: Group = {
      ...settings,
      id: turn.nextId("group") as GroupId,
      name,
      description,
      members: new Set(world.server.rulings.groupCreators === "members" ? [...members, caller.id] : members),
      direct_subgroups: new Set(),
      is_system_group: false,
      creator_id: caller.id,
      date_created: turn.seconds,
      deactivated: false,
    };
    const group = { ...empty, direct_subgroups: new Set(subgroups) };
    putGroup(turn, group);
    announceGroup(turn, empty);
    if (subgroups.length > 0) announceSubgroups(turn, group, "add_subgroups", subgroups);
    if (world.server.rulings.groupCreationNotices === "sent") noticeMembers(turn, caller, members, "added you to", group);
    return { group_id: has(world, "groupIdInReply") ? group.id : undefined };
  },
});
