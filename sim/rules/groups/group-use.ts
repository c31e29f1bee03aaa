import type { Group } from "../../core/groups.ts";
import type { GroupId } from "../../core/ids.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { channelGroupDefaults, type GroupSetting, groupSettingNames, realmGroupDefaults } from "../../core/settings.ts";

const names = <S extends string>(settings: Readonly<Record<S, unknown>>): readonly S[] => (Object.keys(settings) as S[]).sort();
const channelSettings = names(channelGroupDefaults);
const realmSettings = names(realmGroupDefaults);

const isIn = (value: GroupSetting, id: GroupId): boolean =>
  typeof value === "number" ? value === id : value.direct_subgroups.includes(id);

/** The settings of a record whose people are those of a group, or include them. */
const using = <S extends string>(record: Readonly<Record<S, GroupSetting>>, settings: readonly S[], id: GroupId): S[] =>
  settings.filter((name) => isIn(record[name], id));

/** Returns where a group is used: as a part of groups, then in settings of channels, of groups and of the organization. */
function usesOf(realm: Realm, { id }: Group): object[] {
  const groups = [...realm.groups.values()].filter(({ deactivated }) => !deactivated);
  const channels = [...realm.channels.values()].filter(({ is_archived }) => !is_archived);
  const supergroup_ids = groups.filter(({ direct_subgroups }) => direct_subgroups.has(id)).map((group) => group.id);
  return [
    ...(supergroup_ids.length > 0 ? [{ type: "subgroup", supergroup_ids }] : []),
    ...channels.map((channel) => ({ type: "channel", channel_id: channel.id, settings: using(channel, channelSettings, id) })),
    ...groups.map((group) => ({ type: "user_group", group_id: group.id, settings: using(group, groupSettingNames, id) })),
    { type: "realm", settings: using(realm.settings, realmSettings, id) },
  ].filter((use) => !("settings" in use) || use.settings.length > 0);
}

/** @refuses CANNOT_DEACTIVATE_GROUP_IN_USE: the group is part of another, or some setting names it */
export function checkUnused(realm: Realm, group: Group): void {
  const objections = usesOf(realm, group);
  if (objections.length > 0) refuse("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections });
}
