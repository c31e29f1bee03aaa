import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { type GroupSetting, type RealmGroupSetting, realmGroupSettings } from "../../core/settings.ts";
import type { User } from "../../core/users.ts";
import { barredBy, checkedPeople, type SentSetting } from "../groups/group-setting.ts";
import { ownersOnly } from "../people/accounts.ts";

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

/**
 * A setting of the organization that names people as it will be stored.
 * @refuses BAD_REQUEST: unknown or deactivated people or groups, a system group that the setting must not be;
 *          SYSTEM_GROUP_REQUIRED: it can be a system group only
 */
export function checkedRealmPeople(realm: Realm, name: RealmGroupSetting, sent: SentSetting): GroupSetting {
  const value = checkedPeople(realm, name, sent, barredBy(realmGroupSettings[name]));
  const isSystemGroup = typeof value === "number" && realm.groups.require(value).is_system_group;
  if (realmGroupSettings[name].system && !isSystemGroup) {
    refuse(`'${name}' must be a system user group.`, "SYSTEM_GROUP_REQUIRED", { setting_name: name });
  }
  return value;
}
