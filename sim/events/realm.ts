import type { EmojiId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Domain, Invite } from "../core/organization.ts";
import type { GroupSetting, PlainRealmSettings, RealmGroupSetting, SettingName, SettingValue } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { settingValue } from "../resources/group.ts";
import {
  domainRecord,
  emojiRecords,
  exportRecords,
  fieldRecords,
  linkifierList,
  linkifierTriples,
  playgroundList,
} from "../resources/organization.ts";
import { iconAddress, iconSource } from "../resources/user.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { administratorsAnd, deliver, tell, tellEveryone } from "./deliver.ts";

type PlainRealmSetting = keyof PlainRealmSettings;

/** Settings that belong to the server rather than to the organization: clients are not told of them. */
const untold: ReadonlySet<PlainRealmSetting> = new Set([
  "string_id",
  "bot_domain",
  "password_min_length",
  "password_max_length",
  "password_min_guesses",
  "email_auth_enabled",
  "require_email_format_usernames",
  "video_provider_configured",
  "limits_presence_to_accessible_users",
  "root_domain",
  "external_authentication_methods",
]);

const defaults = (data: object) => ({ op: "update_dict", property: "default", data });

/** The name of a setting in events: that of the server's own announcements has the brand word, that of GIFs went with its levels. */
function spelled({ world }: Turn, name: PlainRealmSetting): string {
  if (name === "giphy_rating" && has(world, "gifRatingPolicy")) return "gif_rating_policy";
  return name.replace(/^service_/, `${world.server.brand}_`);
}

function eventOf(turn: Turn, name: PlainRealmSetting, value: unknown): object | undefined {
  switch (name) {
    case "deactivated":
      return value ? { op: "deactivated" } : undefined;
    case "icon_url": {
      const icon_url = iconAddress(turn.world);
      return { op: "update_dict", property: "icon", data: { icon_url, icon_source: iconSource(icon_url) } };
    }
    case "allow_message_editing":
    case "message_content_edit_limit_seconds":
      return defaults({ [name]: value });
    case "message_edit_history_visibility_policy":
      if (has(turn.world, "editHistoryPolicy")) return { op: "update", property: name, value };
      return { op: "update", property: "allow_edit_history", value: value !== "none" };
    case "topics_policy": {
      const mandatory_topics = value === "disable_empty_topic";
      if (!has(turn.world, "topicsPolicy")) return { op: "update", property: "mandatory_topics", value: mandatory_topics };
      return defaults({ topics_policy: value, mandatory_topics });
    }
    case "web_public_streams_enabled":
      return { op: "update", property: "enable_spectator_access", value };
    default:
      return untold.has(name) ? undefined : { op: "update", property: spelled(turn, name), value };
  }
}

/** Sends `realm` of a setting to everyone, unless it belongs to the server alone. */
export function announceRealmSetting(turn: Turn, name: PlainRealmSetting, value: unknown): void {
  const event = eventOf(turn, name, value);
  if (event) tellEveryone(turn, "realm", event);
}

/** Sends `realm` of a setting that names people to everyone. */
export const announceRealmPeople = (turn: Turn, name: RealmGroupSetting, value: GroupSetting): void =>
  tellEveryone(turn, "realm", defaults({ [name]: settingValue(turn.world, value) }));

/** Sends `realm_user_settings_defaults` of a setting with which new accounts begin to everyone. */
export const announceDefaultSetting = (turn: Turn, property: SettingName, value: SettingValue): void =>
  tellEveryone(turn, "realm_user_settings_defaults", { op: "update", property, value });

/** Sends `realm_domains` of a new or changed domain to everyone. */
export const announceDomain = (turn: Turn, op: "add" | "change", domain: Domain): void =>
  tellEveryone(turn, "realm_domains", { op, realm_domain: domainRecord(domain) });

/** Sends `realm_domains` of a domain that is no longer allowed to everyone. */
export const announceDomainGone = (turn: Turn, { domain }: Domain): void => tellEveryone(turn, "realm_domains", { op: "remove", domain });

/** Sends `realm_emoji` of a change to queues with the capability `individual_emoji_changes`, of all emoji to the others. */
function sendEmoji(turn: Turn, change: (records: ReturnType<typeof emojiRecords>) => object): void {
  const records = emojiRecords(turn.world);
  deliver(turn, activeUsers(turn.world), "realm_emoji", ({ capabilities }) =>
    capabilities.has("individual_emoji_changes") ? change(records) : { op: "update", realm_emoji: records },
  );
}

/** Sends `realm_emoji` of a new emoji to everyone. */
export const announceEmoji = (turn: Turn, id: EmojiId): void => sendEmoji(turn, (records) => ({ op: "add", emoji: records[id] }));

/** Sends `realm_emoji` of an emoji out of use to everyone. */
export const announceEmojiGone = (turn: Turn, id: EmojiId): void =>
  sendEmoji(turn, () => ({ op: "update_one", emoji_id: String(id), data: { deactivated: true } }));

/** Sends `realm_linkifiers`, the whole list in order, to everyone; up to level 175 also `realm_filters`, its older form. */
export function announceLinkifiers(turn: Turn): void {
  const { world } = turn;
  tellEveryone(turn, "realm_linkifiers", { realm_linkifiers: linkifierList(world) });
  if (!has(world, "urlTemplates")) tellEveryone(turn, "realm_filters", { realm_filters: linkifierTriples(world) });
}

/** Sends `realm_playgrounds`, the whole list, to everyone. */
export const announcePlaygrounds = (turn: Turn): void =>
  tellEveryone(turn, "realm_playgrounds", { realm_playgrounds: playgroundList(turn.world) });

/** Sends `custom_profile_fields`, the whole list, to everyone. */
export const announceProfileFields = (turn: Turn): void =>
  tellEveryone(turn, "custom_profile_fields", { fields: fieldRecords(turn.world) });

/** Sends `realm_export`, the whole list of copies, to administrators. */
export const announceExports = (turn: Turn): void =>
  tell(turn, administratorsAnd(turn.world), "realm_export", { exports: exportRecords(turn.world) });

/** Sends `realm_export_consent` to administrators: whether an account lets them have a copy of what is private. */
export function announceConsent(turn: Turn, { id, settings }: User): void {
  const event = { user_id: id, consented: settings.allow_private_data_export };
  if (has(turn.world, "exportConsentEvents")) tell(turn, administratorsAnd(turn.world), "realm_export_consent", event);
}

/** Sends `invites_changed`, which has no fields, to administrators and to the account that invites. */
export const announceInvites = (turn: Turn, { user_id }: Pick<Invite, "user_id">): void =>
  tell(turn, administratorsAnd(turn.world, user_id), "invites_changed", {});
