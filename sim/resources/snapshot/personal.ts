import { has } from "../../core/levels.ts";
import { videoProvider } from "../../core/server.ts";
import type { UserSettings } from "../../core/settings.ts";
import { deviceRecords } from "../device.ts";
import { viewRecords } from "../navigation-view.ts";
import type { Family, SnapshotView } from "./view.ts";

/** Settings under their own names at the top, for clients that do not read `user_settings`. */
const legacySettings =
  (...names: readonly (keyof UserSettings)[]) =>
  ({ caller, capabilities }: SnapshotView) =>
    capabilities.has("user_settings_object") ? {} : Object.fromEntries(names.map((name) => [name, caller.settings[name]]));

const listNamed = (name: string) => () => ({ [name]: [] });

/** What belongs to the caller alone. */
export const personal: Family = {
  user_settings: ({ caller }) => ({ user_settings: { ...caller.settings, timezone: caller.timezone } }),
  update_display_settings: legacySettings("twenty_four_hour_time", "translate_emoticons", "emojiset"),
  update_global_notifications: legacySettings("pm_content_in_desktop_notifications", "presence_enabled"),
  alert_words: ({ caller }) => ({ alert_words: caller.alert_words }),
  navigation_views: ({ realm, caller }) => (has(realm, "navigationViews") ? { navigation_views: viewRecords(realm, caller) } : {}),
  video_calls: ({ realm, caller }) => ({
    has_zoom_token: false,
    ...(has(realm, "videoCall") && { [`has_${videoProvider(realm.server)}_token`]: caller.has_video_token }),
  }),
  device: ({ realm, caller }) => (has(realm, "devices") ? { devices: deviceRecords(realm, caller) } : {}),
  devices: ({ realm, caller }) => (has(realm, "devices") ? { devices: deviceRecords(realm, caller) } : {}),
  push_device: () => ({ push_devices: {} }),
  drafts: listNamed("drafts"),
  saved_snippets: listNamed("saved_snippets"),
  scheduled_messages: listNamed("scheduled_messages"),
  reminders: listNamed("reminders"),
  onboarding_steps: listNamed("onboarding_steps"),
};
