import { has } from "../../core/levels.ts";
import { videoProvider } from "../../core/server.ts";
import type { UserSettings } from "../../core/settings.ts";
import { hasSetting, olderDisplaySettings, olderNotificationSettings } from "../../core/user-settings.ts";
import { deviceRecords } from "../device.ts";
import { viewRecords } from "../navigation-view.ts";
import { draftRecords, scheduledRecords, settingsRecord, snippetRecords } from "../personal.ts";
import type { Family, SnapshotView } from "./view.ts";

/** Settings under their own names at the top, for clients that do not read `user_settings`. */
const legacySettings =
  (...names: readonly (keyof UserSettings)[]) =>
  ({ realm, caller, capabilities }: SnapshotView) =>
    capabilities.has("user_settings_object")
      ? {}
      : Object.fromEntries(names.filter((name) => hasSetting(realm, name)).map((name) => [name, caller.settings[name]]));

const listNamed = (name: string) => () => ({ [name]: [] });

/** What belongs to the caller alone. */
export const personal: Family = {
  user_settings: ({ realm, caller }) => ({ user_settings: settingsRecord(realm, caller) }),
  update_display_settings: legacySettings(...olderDisplaySettings),
  update_global_notifications: legacySettings(...olderNotificationSettings),
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
  reminders: listNamed("reminders"),
  onboarding_steps: listNamed("onboarding_steps"),
};
