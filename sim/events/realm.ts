import type { EmojiId, UserId } from "../core/ids.ts";
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
import { administratorsAnd, deliver } from "./deliver.ts";

type PlainRealmSetting = keyof PlainRealmSettings;

type RealmEvent =
  | { readonly op: "update"; readonly property: string; readonly value: unknown }
  | { readonly op: "update_dict"; readonly property: "default" | "icon"; readonly data: Readonly<Record<string, unknown>> }
  | { readonly op: "deactivated" };

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

const defaults = (data: Readonly<Record<string, unknown>>): RealmEvent => ({ op: "update_dict", property: "default", data });

/** The name of a setting in events: that of the server's own announcements has the brand word, that of GIFs went with its levels. */
function spelled({ world }: Turn, name: PlainRealmSetting): string {
  if (name === "giphy_rating" && has(world, "gifRatingPolicy")) return "gif_rating_policy";
  return name.replace(/^service_/, `${world.server.brand}_`);
}

function eventOf(turn: Turn, name: PlainRealmSetting, value: unknown): RealmEvent | undefined {
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

const sendRealm = (turn: Turn, event: RealmEvent): void => deliver(turn, activeUsers(turn.world), "realm", () => event);

/** Sends `realm` of a setting to everyone, unless it belongs to the server alone. */
export function announceRealmSetting(turn: Turn, name: PlainRealmSetting, value: unknown): void {
  const event = eventOf(turn, name, value);
  if (event) sendRealm(turn, event);
}

/** Sends `realm` of a setting that names people to everyone. */
export const announceRealmPeople = (turn: Turn, name: RealmGroupSetting, value: GroupSetting): void =>
  sendRealm(turn, defaults({ [name]: settingValue(turn.world, value) }));

interface DefaultSettingEvent {
  readonly op: "update";
  readonly property: SettingName;
  readonly value: SettingValue;
}

/** Sends `realm_user_settings_defaults` of a setting with which new accounts begin to everyone. */
export const announceDefaultSetting = (turn: Turn, property: SettingName, value: SettingValue): void =>
  deliver<DefaultSettingEvent>(turn, activeUsers(turn.world), "realm_user_settings_defaults", () => ({ op: "update", property, value }));

type RealmDomainsEvent =
  | { readonly op: "add" | "change"; readonly realm_domain: ReturnType<typeof domainRecord> }
  | { readonly op: "remove"; readonly domain: string };

const sendDomain = (turn: Turn, event: RealmDomainsEvent): void => deliver(turn, activeUsers(turn.world), "realm_domains", () => event);

/** Sends `realm_domains` of a new or changed domain to everyone. */
export const announceDomain = (turn: Turn, op: "add" | "change", domain: Domain): void =>
  sendDomain(turn, { op, realm_domain: domainRecord(domain) });

/** Sends `realm_domains` of a domain that is no longer allowed to everyone. */
export const announceDomainGone = (turn: Turn, { domain }: Domain): void => sendDomain(turn, { op: "remove", domain });

type EmojiRecords = ReturnType<typeof emojiRecords>;

/** With the capability `individual_emoji_changes` the first two, without it always all emoji. */
type RealmEmojiEvent =
  | { readonly op: "add"; readonly emoji: EmojiRecords[string] | undefined }
  | { readonly op: "update_one"; readonly emoji_id: string; readonly data: { readonly deactivated: true } }
  | { readonly op: "update"; readonly realm_emoji: EmojiRecords };

function sendEmoji(turn: Turn, change: (records: EmojiRecords) => RealmEmojiEvent): void {
  const records = emojiRecords(turn.world);
  deliver<RealmEmojiEvent>(turn, activeUsers(turn.world), "realm_emoji", ({ capabilities }) =>
    capabilities.has("individual_emoji_changes") ? change(records) : { op: "update", realm_emoji: records },
  );
}

/** Sends `realm_emoji` of a new emoji to everyone. */
export const announceEmoji = (turn: Turn, id: EmojiId): void => sendEmoji(turn, (records) => ({ op: "add", emoji: records[id] }));

/** Sends `realm_emoji` of an emoji out of use to everyone. */
export const announceEmojiGone = (turn: Turn, id: EmojiId): void =>
  sendEmoji(turn, () => ({ op: "update_one", emoji_id: String(id), data: { deactivated: true } }));

interface RealmLinkifiersEvent {
  readonly realm_linkifiers: ReturnType<typeof linkifierList>;
}

/** Sends `realm_linkifiers`, the whole list in order, to everyone. */
export function announceLinkifiers(turn: Turn): void {
  const realm_linkifiers = linkifierList(turn.world);
  deliver<RealmLinkifiersEvent>(turn, activeUsers(turn.world), "realm_linkifiers", () => ({ realm_linkifiers }));
}

interface RealmFiltersEvent {
  readonly realm_filters: ReturnType<typeof linkifierTriples>;
}

/** Sends `realm_filters`, the older form of `realm_linkifiers`, to everyone. Up to level 175. */
export function announceLinkifierTriples(turn: Turn): void {
  if (has(turn.world, "urlTemplates")) return;
  const realm_filters = linkifierTriples(turn.world);
  deliver<RealmFiltersEvent>(turn, activeUsers(turn.world), "realm_filters", () => ({ realm_filters }));
}

interface RealmPlaygroundsEvent {
  readonly realm_playgrounds: ReturnType<typeof playgroundList>;
}

/** Sends `realm_playgrounds`, the whole list, to everyone. */
export function announcePlaygrounds(turn: Turn): void {
  const realm_playgrounds = playgroundList(turn.world);
  deliver<RealmPlaygroundsEvent>(turn, activeUsers(turn.world), "realm_playgrounds", () => ({ realm_playgrounds }));
}

interface CustomProfileFieldsEvent {
  readonly fields: ReturnType<typeof fieldRecords>;
}

/** Sends `custom_profile_fields`, the whole list, to everyone. */
export function announceProfileFields(turn: Turn): void {
  const fields = fieldRecords(turn.world);
  deliver<CustomProfileFieldsEvent>(turn, activeUsers(turn.world), "custom_profile_fields", () => ({ fields }));
}

interface RealmExportEvent {
  readonly exports: ReturnType<typeof exportRecords>;
}

/** Sends `realm_export`, the whole list of copies, to administrators. */
export function announceExports(turn: Turn): void {
  const exports = exportRecords(turn.world);
  deliver<RealmExportEvent>(turn, administratorsAnd(turn.world, undefined), "realm_export", () => ({ exports }));
}

interface RealmExportConsentEvent {
  readonly user_id: UserId;
  readonly consented: boolean;
}

/** Sends `realm_export_consent` to administrators: whether an account lets them have a copy of what is private. */
export function announceConsent(turn: Turn, { id, settings }: User): void {
  if (!has(turn.world, "exportConsentEvents")) return;
  const event = { user_id: id, consented: settings.allow_private_data_export };
  deliver<RealmExportConsentEvent>(turn, administratorsAnd(turn.world, undefined), "realm_export_consent", () => event);
}

/** Sends `invites_changed`, which has no fields, to administrators and to the account that invites. */
export const announceInvites = (turn: Turn, { user_id }: Pick<Invite, "user_id">): void =>
  deliver<Record<string, never>>(turn, administratorsAnd(turn.world, user_id), "invites_changed", () => ({}));
