import type { SystemGroupName } from "../../core/groups.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { GroupSetting, RealmGroupSetting } from "../../core/settings.ts";
import type { User } from "../../core/users.ts";
import { checkedPeople, type SentSetting } from "../groups/group-setting.ts";
import { ownersOnly } from "../people/accounts.ts";

/** The settings that owners alone change. */
const ownersSettings = [
  "authentication_methods",
  "can_create_groups",
  "can_invite_users_group",
  "can_manage_all_groups",
  "create_multiuse_invite_group",
  "disallow_disposable_email_addresses",
  "emails_restricted_to_domains",
  "invite_required",
  "message_retention_days",
  "waiting_period_threshold",
] as const;

/** @refuses UNAUTHORIZED_PRINCIPAL: not an owner, and one of the settings is for owners alone */
export function checkOwnersSettings(realm: Realm, caller: User, sent: Readonly<Record<string, unknown>>): void {
  if (ownersSettings.some((name) => sent[name] !== undefined)) ownersOnly({ realm, caller, path: {} });
}

const notEveryone: readonly SystemGroupName[] = ["role:internet", "role:everyone"];

/** The system groups that a setting must not be, where it is more than everybody on the internet. */
const excluded: Partial<Record<RealmGroupSetting, readonly SystemGroupName[]>> = {
  can_add_custom_emoji_group: notEveryone,
  can_create_bots_group: notEveryone,
  can_create_write_only_bots_group: notEveryone,
  can_delete_any_message_group: notEveryone,
  can_invite_users_group: notEveryone,
  can_manage_billing_group: ["role:internet", "role:nobody", "role:everyone"],
  can_set_topics_policy_group: notEveryone,
  create_multiuse_invite_group: notEveryone,
  can_set_delete_message_policy_group: notEveryone,
  can_create_groups: notEveryone,
  can_manage_all_groups: ["role:internet", "role:nobody", "role:everyone"],
  can_move_messages_between_channels_group: notEveryone,
  can_access_all_users_group: ["role:internet", "role:nobody", "role:owners", "role:administrators", "role:moderators", "role:fullmembers"],
  can_create_web_public_channel_group: ["role:internet", "role:everyone", "role:members", "role:fullmembers"],
};

/** Settings that only a system group can be. */
const ofSystemGroups: readonly RealmGroupSetting[] = ["can_access_all_users_group", "can_create_web_public_channel_group"];

/**
 * A setting of the organization that names people as it will be stored.
 * @refuses BAD_REQUEST: unknown or deactivated people or groups, a system group that the setting must not be;
 *          SYSTEM_GROUP_REQUIRED: it can be a system group only
 */
export function checkedRealmPeople(realm: Realm, name: RealmGroupSetting, sent: SentSetting): GroupSetting {
  const value = checkedPeople(realm, name, sent, excluded[name] ?? ["role:internet"]);
  const isSystemGroup = typeof value === "number" && realm.groups.require(value).is_system_group;
  if (ofSystemGroups.includes(name) && !isSystemGroup) {
    refuse(`'${name}' must be a system user group.`, "SYSTEM_GROUP_REQUIRED", { setting_name: name });
  }
  return value;
}
