import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { videoProvider } from "../../core/server.ts";
import {
  emojiSets,
  hasSetting,
  notificationSounds,
  olderDisplaySettings,
  olderNotificationSettings,
  type UserSettings,
} from "../../core/settings.ts";
import type { User } from "../../core/users.ts";
import { defaultsRecord, draftRecords, scheduledRecords, settingsRecord, snippetRecords, viewRecords } from "../personal.ts";
import { reminderRecords } from "../reminder.ts";
import type { Family, SnapshotView } from "./view.ts";

/** The fields of a device beside its id: nothing is known, as long as it takes no push notifications. */
const withoutPush = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

/** An account's devices by their ids. */
const deviceRecords = (realm: Realm, { id: owner }: User) =>
  Object.fromEntries([...realm.devices.values()].filter(({ user_id }) => user_id === owner).map(({ id }) => [id, withoutPush]));

type Body = Readonly<Record<string, unknown>>;

/** Settings under their own names at the top, with what may be chosen, for clients that do not read `user_settings`. */
function legacySettings({ realm, caller, capabilities }: SnapshotView, names: readonly (keyof UserSettings)[], choices: object): Body {
  if (capabilities.has("user_settings_object")) return {};
  const known = names.filter((name) => hasSetting(realm, name));
  return { ...Object.fromEntries(known.map((name) => [name, caller.settings[name]])), ...choices };
}

const listNamed = (name: string) => () => ({ [name]: [] });

/** The caller's own records. */
export const personal: Family = {
  user_settings: ({ realm, caller }) => ({ user_settings: settingsRecord(realm, caller) }),
  update_display_settings: (view) =>
    legacySettings(view, olderDisplaySettings, { timezone: view.caller.timezone, emojiset_choices: emojiSets }),
  update_global_notifications: (view) =>
    legacySettings(view, olderNotificationSettings, { available_notification_sounds: notificationSounds }),
  realm_user_settings_defaults: ({ realm }) => ({ realm_user_settings_defaults: defaultsRecord(realm) }),
  alert_words: ({ caller }) => ({ alert_words: caller.alert_words }),
  navigation_views: ({ realm, caller }) => (has(realm, "navigationViews") ? { navigation_views: viewRecords(realm, caller) } : {}),
  video_calls: ({ realm, caller }) => ({
    has_zoom_token: false,
    ...(has(realm, "videoCall") && { [`has_${videoProvider(realm.server)}_token`]: caller.has_video_token }),
  }),
  device: ({ realm, caller }) => (has(realm, "devices") ? { devices: deviceRecords(realm, caller) } : {}),
  devices: ({ realm, caller }) => (has(realm, "devices") ? { devices: deviceRecords(realm, caller) } : {}),
  push_device: () => ({ push_devices: {} }),
  drafts: ({ realm, caller }) => ({ drafts: draftRecords(realm, caller) }),
  saved_snippets: ({ realm, caller }) => (has(realm, "savedSnippets") ? { saved_snippets: snippetRecords(realm, caller) } : {}),
  scheduled_messages: ({ realm, caller }) =>
    has(realm, "schedulingEndpoint") ? { scheduled_messages: scheduledRecords(realm, caller) } : {},
  reminders: ({ realm, caller }) => ({ reminders: reminderRecords(realm, caller) }),
  hotspots: listNamed("hotspots"),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
};
