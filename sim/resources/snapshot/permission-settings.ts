import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import {
  type ChannelGroupSetting,
  channelGroupDefaults,
  type GroupSettingName,
  groupSettingNames,
  realmGroupDefaults,
} from "../../core/settings.ts";
import { channelSettingLevels } from "../channel.ts";

const channelSettingNames = Object.keys(channelGroupDefaults) as ChannelGroupSetting[];

/** The values of a setting that names people, beside the default: `nobody`, `everyone`; `system`: system groups alone, of which some. */
interface Bounds {
  readonly nobody?: false;
  readonly everyone?: true;
  readonly system?: readonly string[];
}

const open: Bounds = { everyone: true };
const someone: Bounds = { nobody: false };

/** The settings that differ from most, which nobody may have and not everyone. */
const ofRealm: Readonly<Record<string, Bounds>> = {
  can_access_all_users_group: { nobody: false, everyone: true, system: ["role:everyone", "role:members"] },
  can_create_web_public_channel_group: { system: ["role:moderators", "role:administrators", "role:owners", "role:nobody"] },
  can_delete_own_message_group: open,
  can_manage_all_groups: someone,
  can_manage_billing_group: someone,
  can_mention_many_users_group: open,
  can_move_messages_between_topics_group: open,
  can_resolve_topics_group: open,
  can_summarize_topics_group: open,
  direct_message_initiator_group: open,
  direct_message_permission_group: open,
};

const ofChannel: Readonly<Record<string, Bounds>> = {
  can_create_topic_group: open,
  can_delete_own_message_group: open,
  can_move_messages_out_of_channel_group: open,
  can_move_messages_within_channel_group: open,
  can_remove_subscribers_group: open,
  can_resolve_topics_group: open,
  can_send_message_group: open,
};

const ofGroup: Readonly<Record<GroupSettingName, readonly [group: string, bounds: Bounds]>> = {
  can_add_members_group: ["group_creator", {}],
  can_join_group: ["role:nobody", {}],
  can_leave_group: ["role:everyone", open],
  can_manage_group: ["group_creator", {}],
  can_mention_group: ["role:everyone", open],
  can_remove_members_group: ["role:nobody", {}],
};

const rules = (default_group_name: string, { nobody, everyone, system }: Bounds, default_for_system_groups: string | null = null) => ({
  require_system_group: system !== undefined,
  allow_internet_group: false,
  allow_nobody_group: nobody ?? true,
  allow_everyone_group: everyone ?? false,
  default_group_name,
  default_for_system_groups,
  allowed_system_groups: system ?? [],
});

/** Returns what clients may offer for the settings that name people: those of the organization named, of channels, and of groups. */
export function permissionSettings(realm: Realm, names: readonly (keyof typeof realmGroupDefaults)[]) {
  const creator = has(realm, "channelCreatorWord") ? "channel_creator" : "stream_creator_or_nobody";
  const channels = channelSettingNames.filter((name) => !channelSettingLevels[name] || has(realm, channelSettingLevels[name]));
  return {
    realm: Object.fromEntries(names.map((name) => [name, rules(realmGroupDefaults[name], ofRealm[name] ?? {})])),
    stream: Object.fromEntries(
      channels.map((name) => [
        name,
        rules(name === "can_administer_channel_group" ? creator : channelGroupDefaults[name], ofChannel[name] ?? {}),
      ]),
    ),
    group: Object.fromEntries(
      groupSettingNames.filter((name) => has(realm, name)).map((name) => [name, rules(ofGroup[name][0], ofGroup[name][1], "role:nobody")]),
    ),
  };
}
