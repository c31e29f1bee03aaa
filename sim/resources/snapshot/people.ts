import type { UserId } from "../../core/ids.ts";
import { has, hasSetting } from "../../core/levels.ts";
import { videoProvider } from "../../core/server.ts";
import {
  emojiSets,
  notificationSounds,
  olderDisplaySettings,
  olderNotificationSettings,
  type RealmGroupSetting,
  type UserSettings,
} from "../../core/settings.ts";
import { isAdministrator, isBot, isGuest, roles } from "../../core/users.ts";
import { included } from "../../rules/groups/membership.ts";
import { groupRecords } from "../group.ts";
import { fieldRecords } from "../organization.ts";
import {
  defaultsRecord,
  draftRecords,
  mutedRecords,
  reminderRecords,
  scheduledRecords,
  settingsRecord,
  snippetRecords,
  statusRecords,
  viewRecords,
} from "../personal.ts";
import { presences } from "../presence.ts";
import { avatarAddress, botRecord, userRecords } from "../user.ts";
import type { Family, SnapshotView } from "./view.ts";

function users({ realm, caller, clientGravatar, capabilities }: SnapshotView) {
  const all = userRecords(realm, caller, clientGravatar, capabilities.has("user_list_incomplete"));
  const isSystemBot = ({ user_id }: { user_id: UserId }) => realm.users.require(user_id).is_system_bot;
  const people = all.filter((record) => !isSystemBot(record));
  const listed = (active: boolean) => people.filter((record) => record.is_active === active).map(({ is_active, ...rest }) => rest);
  return {
    realm_users: listed(true),
    realm_non_active_users: listed(false),
    cross_realm_bots: all.filter(isSystemBot),
  };
}

/** The caller's own account, spread over the answer. */
function ownAccount({ realm, caller }: SnapshotView) {
  const avatar_url = avatarAddress(realm, caller);
  const may = (setting: RealmGroupSetting): boolean => !isGuest(caller) && included(realm, caller, realm.settings[setting]);
  return {
    user_id: caller.id,
    email: caller.email,
    delivery_email: caller.delivery_email,
    full_name: caller.full_name,
    avatar_source: caller.avatar_source,
    avatar_url,
    avatar_url_medium: avatar_url,
    is_admin: isAdministrator(caller),
    is_owner: caller.role === roles.owner,
    is_moderator: has(realm, "moderatorsAbove") ? caller.role <= roles.moderator : caller.role === roles.moderator,
    is_guest: isGuest(caller),
    can_create_streams: may("can_create_public_channel_group") || may("can_create_private_channel_group"),
    can_create_private_streams: may("can_create_private_channel_group"),
    can_create_public_streams: may("can_create_public_channel_group"),
    can_create_web_public_streams: may("can_create_web_public_channel_group"),
    can_subscribe_other_users: may("can_add_subscribers_group"),
    can_invite_others_to_realm: !isGuest(caller),
  };
}

const fieldTypes = {
  SHORT_TEXT: { id: 1, name: "Text (short)" },
  LONG_TEXT: { id: 2, name: "Text (long)" },
  SELECT: { id: 3, name: "List of options" },
  DATE: { id: 4, name: "Date" },
  URL: { id: 5, name: "Link" },
  USER: { id: 6, name: "Users" },
  EXTERNAL_ACCOUNT: { id: 7, name: "External account" },
  PRONOUNS: { id: 8, name: "Pronouns" },
};

/** People, bots, groups and what is known of them. */
export const people: Family = {
  realm_user: (view) => ({ ...users(view), ...ownAccount(view) }),
  presence: (view) => presences(view.realm, view.caller, view),
  user_status: ({ realm }) => ({ user_status: statusRecords(realm) }),
  realm_user_groups: ({ realm, capabilities }) => ({
    realm_user_groups: groupRecords(realm, capabilities.has("include_deactivated_groups")),
  }),
  custom_profile_fields: ({ realm }) => ({ custom_profile_fields: fieldRecords(realm), custom_profile_field_types: fieldTypes }),
  realm_bot: ({ realm, caller }) => ({
    realm_bots: [...realm.users.values()]
      .filter((user) => isBot(user) && !user.is_system_bot && (isAdministrator(caller) || user.bot_owner === caller.id))
      .map((bot) => botRecord(realm, bot)),
  }),
  muted_users: ({ caller }) => ({ muted_users: mutedRecords(caller) }),
};

/** The fields of a device beside its id: nothing is known, as long as it takes no push notifications. */
const withoutPush = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

/** The caller's devices by their ids. */
function devices({ realm, caller }: SnapshotView): Body {
  const own = [...realm.devices.values()].filter(({ user_id }) => user_id === caller.id);
  return { devices: Object.fromEntries(own.map(({ id }) => [id, withoutPush])) };
}

type Body = Readonly<Record<string, unknown>>;

/** Settings under their own names at the top, with what may be chosen, for clients that do not read `user_settings`. */
function legacySettings({ realm, caller, capabilities }: SnapshotView, names: readonly (keyof UserSettings)[], choices: object): Body {
  if (capabilities.has("user_settings_object")) return {};
  const known = names.filter((name) => hasSetting(realm, name));
  return { ...Object.fromEntries(known.map((name) => [name, caller.settings[name]])), ...choices };
}

/** The caller's own records. */
export const personal: Family = {
  user_settings: ({ realm, caller }) => ({ user_settings: settingsRecord(realm, caller) }),
  update_display_settings: (view) =>
    legacySettings(view, olderDisplaySettings, { timezone: view.caller.timezone, emojiset_choices: emojiSets }),
  update_global_notifications: (view) =>
    legacySettings(view, olderNotificationSettings, { available_notification_sounds: notificationSounds }),
  realm_user_settings_defaults: ({ realm }) => ({ realm_user_settings_defaults: defaultsRecord(realm) }),
  alert_words: ({ caller }) => ({ alert_words: caller.alert_words }),
  navigation_views: ({ realm, caller }) => ({ navigation_views: viewRecords(realm, caller) }),
  video_calls: ({ realm, caller }) => ({
    has_zoom_token: !has(realm, "videoCall") && caller.has_video_token,
    ...(has(realm, "videoCall") && { [`has_${videoProvider(realm.server)}_token`]: caller.has_video_token }),
  }),
  device: devices,
  devices,
  push_device: () => ({ push_devices: {} }),
  drafts: ({ realm, caller }) => ({ drafts: draftRecords(realm, caller) }),
  saved_snippets: ({ realm, caller }) => ({ saved_snippets: snippetRecords(realm, caller) }),
  scheduled_messages: ({ realm, caller }) => ({ scheduled_messages: scheduledRecords(realm, caller) }),
  reminders: ({ realm, caller }) => ({ reminders: reminderRecords(realm, caller) }),
  hotspots: () => ({ hotspots: [] }),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
};
