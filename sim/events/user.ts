import type { DeviceId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { UserStatus } from "../core/personal.ts";
import { videoProvider } from "../core/server.ts";
import { languages, olderDisplaySettings, olderNotificationSettings, type SettingName, type SettingValue } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, isBot, type Presence, type User } from "../core/users.ts";
import { mutedRecords } from "../resources/personal.ts";
import { presenceEntry, slimPresence } from "../resources/presence.ts";
import { avatarAddress, botRecord, userRecord } from "../resources/user.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { addressFor } from "../rules/people/accounts.ts";
import { knowersOf, presenceKnownTo } from "../rules/people/user-access.ts";
import { administratorsAnd, deliver } from "./deliver.ts";

/** A custom profile field of an account: null where it has no value any more. */
interface FieldValue {
  readonly id: number;
  readonly value: string | null;
  /** Of text fields, which are Markdown. */
  readonly rendered_value?: string;
}

/** The change of an account in one event. */
type PersonChange =
  | Pick<User, "full_name">
  | Pick<User, "role">
  | Pick<User, "is_active">
  | Pick<User, "email" | "timezone">
  | { readonly avatar_source: string; readonly avatar_url: string; readonly avatar_url_medium: string; readonly avatar_version: number }
  | { readonly delivery_email: string | null }
  | { readonly new_email: string }
  | { readonly bot_owner_id: UserId }
  | { readonly custom_profile_field: FieldValue };

type RealmUserEvent =
  | { readonly op: "add"; readonly person: ReturnType<typeof userRecord> }
  | { readonly op: "update"; readonly person: { readonly user_id: UserId } & PersonChange };

const sendPerson = (turn: Turn, reached: readonly UserId[], event: () => RealmUserEvent): void =>
  deliver(turn, reached, "realm_user", event);

/** Sends `realm_user` of a new account to everyone who may know it. Its avatar is a URL, whatever a client can compute. */
export function announceUser(turn: Turn, user: User): void {
  const { world } = turn;
  for (const viewer of knowersOf(world, user)) {
    const seenBy = world.users.require(viewer);
    sendPerson(turn, [viewer], () => ({ op: "add", person: userRecord(world, user, seenBy, false) }));
  }
}

/** Sends `realm_user` of what changed to everyone who may know the account. */
export const announceUserChange = (turn: Turn, user: User, change: PersonChange): void =>
  sendPerson(turn, knowersOf(turn.world, user), () => ({ op: "update", person: { user_id: user.id, ...change } }));

/** Sends `realm_user` of where the account's picture is to everyone who may know the account. */
export function announceAvatar(turn: Turn, user: User): void {
  const { avatar_source, avatar_version } = user;
  const avatar_url = avatarAddress(turn.world, user);
  const avatar_url_medium = avatar_source === "G" ? `${avatar_url}&s=500` : avatar_url.replace(".png", "-medium.png");
  announceUserChange(turn, user, { avatar_source, avatar_url, avatar_url_medium, avatar_version });
}

/** Sends `realm_user` of the real address to each account for which that is another one now. */
export function announceRealAddress(turn: Turn, former: User, user: User): void {
  for (const id of knowersOf(turn.world, user)) {
    const viewer = turn.world.users.require(id);
    const delivery_email = addressFor(user, viewer);
    if (addressFor(former, viewer) === delivery_email) continue;
    sendPerson(turn, [id], () => ({ op: "update", person: { user_id: former.id, delivery_email } }));
  }
}

/** The changed fields of a bot, by the names of its record. */
type BotChange = Readonly<Record<string, unknown>>;

type RealmBotEvent =
  | { readonly op: "add"; readonly bot: ReturnType<typeof botRecord> }
  | { readonly op: "update"; readonly bot: { readonly user_id: UserId } & BotChange }
  | { readonly op: "delete"; readonly bot: { readonly user_id: UserId } };

const sendBot = (turn: Turn, reached: readonly UserId[], event: () => RealmBotEvent): void => deliver(turn, reached, "realm_bot", event);

/** Sends `realm_bot` of a new bot to administrators and its owner. */
export const announceBot = (turn: Turn, bot: User): void =>
  sendBot(turn, administratorsAnd(turn.world, bot.bot_owner), () => ({ op: "add", bot: botRecord(turn.world, bot) }));

/** Sends `realm_bot` of what is set for a bot to administrators and its owner. */
export const announceBotSetup = (turn: Turn, bot: User, change: BotChange): void =>
  sendBot(turn, administratorsAnd(turn.world, bot.bot_owner), () => ({ op: "update", bot: { user_id: bot.id, ...change } }));

/** Sends `realm_bot` of a bot's account to administrators and its owner, at the levels that do. Nothing is sent of people. */
export function announceBotAccount(turn: Turn, bot: User, change: BotChange): void {
  const { world } = turn;
  if (isBot(bot) && has(world, "botUpdates") && !has(world, "leanBots")) announceBotSetup(turn, bot, change);
}

/** Sends `realm_bot` to the former and the new owner of a bot, for whom it goes and comes. Administrators see it all along. */
export function announceBotOwner(turn: Turn, bot: User, former: User | undefined, owner: User): void {
  if (former && !isAdministrator(former)) sendBot(turn, [former.id], () => ({ op: "delete", bot: { user_id: bot.id } }));
  if (!isAdministrator(owner)) sendBot(turn, [owner.id], () => ({ op: "add", bot: botRecord(turn.world, bot) }));
}

/** The name of a language, beside the setting that is its code. */
interface LanguageName {
  readonly language_name?: string | undefined;
}

interface UserSettingsEvent extends LanguageName {
  readonly op: "update";
  readonly property: SettingName | "timezone";
  readonly value: SettingValue;
}

const languageName = (name: SettingName | "timezone", value: SettingValue): LanguageName =>
  name === "default_language" ? { language_name: languages[String(value)] } : {};

/** Sends `user_settings` to the account. */
export function announceUserSetting(turn: Turn, user: User, property: SettingName | "timezone", value: SettingValue): void {
  const language = languageName(property, value);
  deliver<UserSettingsEvent>(turn, [user.id], "user_settings", () => ({ op: "update", property, value, ...language }));
}

interface UpdateDisplaySettingsEvent extends LanguageName {
  readonly user: string;
  readonly setting_name: string;
  readonly setting: SettingValue;
}

const isDisplaySetting = (name: string): boolean => name === "timezone" || (olderDisplaySettings as readonly string[]).includes(name);

/** Sends `update_display_settings` to queues without the capability `user_settings_object`. Up to level 438, of the older settings alone. */
export function announceDisplaySetting(turn: Turn, user: User, name: SettingName | "timezone", setting: SettingValue): void {
  if (has(turn.world, "legacySettingsGone") || !isDisplaySetting(name)) return;
  const language = languageName(name, setting);
  deliver<UpdateDisplaySettingsEvent>(turn, [user.id], "update_display_settings", ({ capabilities }) =>
    capabilities.has("user_settings_object") ? undefined : { user: user.email, setting_name: name, setting, ...language },
  );
}

interface UpdateGlobalNotificationsEvent {
  readonly user: string;
  readonly notification_name: string;
  readonly setting: SettingValue;
}

/** Sends `update_global_notifications` to queues without the capability `user_settings_object`. Up to level 438, of the older settings alone. */
export function announceNotificationSetting(turn: Turn, user: User, name: SettingName | "timezone", setting: SettingValue): void {
  if (has(turn.world, "legacySettingsGone") || !(olderNotificationSettings as readonly string[]).includes(name)) return;
  deliver<UpdateGlobalNotificationsEvent>(turn, [user.id], "update_global_notifications", ({ capabilities }) =>
    capabilities.has("user_settings_object") ? undefined : { user: user.email, notification_name: name, setting },
  );
}

/** Sends `alert_words`, the whole list, to the account. */
export const announceAlertWords = (turn: Turn, { id, alert_words }: User): void =>
  deliver<Pick<User, "alert_words">>(turn, [id], "alert_words", () => ({ alert_words }));

interface MutedUsersEvent {
  readonly muted_users: ReturnType<typeof mutedRecords>;
}

/** Sends `muted_users`, the whole list, to the account. */
export const announceMutedUsers = (turn: Turn, user: User): void =>
  deliver<MutedUsersEvent>(turn, [user.id], "muted_users", () => ({ muted_users: mutedRecords(user) }));

interface DeviceEvent {
  readonly op: "add" | "remove";
  readonly device_id: DeviceId;
}

/** Sends `device` to the account. Since level 470; registering a device at 468 sends nothing. */
export function announceDevice(turn: Turn, user: User, op: DeviceEvent["op"], device_id: DeviceId): void {
  if (has(turn.world, "deviceRemoval")) deliver<DeviceEvent>(turn, [user.id], "device", () => ({ op, device_id }));
}

interface HasTokenEvent {
  readonly value: boolean;
}

/**
 * Sends `has_vc_token`, or by its provider's name `has_webex_token`, to the account whose token came or went. Before level 493 the token
 * is of Zoom.
 */
export function announceVideoToken(turn: Turn, user: User, value: boolean): void {
  const { world } = turn;
  if (has(world, "videoCall")) deliver<HasTokenEvent>(turn, [user.id], `has_${videoProvider(world.server)}_token`, () => ({ value }));
  else deliver<HasTokenEvent>(turn, [user.id], "has_zoom_token", () => ({ value }));
}

/** In organizations with more people than this nobody is told. */
const mostTold = 100;

/** With the capability `simplified_presence_events`, and without it; `slim_presence` leaves out the address. */
type PresenceEvent =
  | { readonly presences: Readonly<Record<UserId, ReturnType<typeof slimPresence>>> }
  | {
      readonly user_id: UserId;
      readonly email?: string;
      /** UNIX seconds, with a fraction. */
      readonly server_timestamp: number;
      readonly presence: Pick<ReturnType<typeof presenceEntry>, "website">;
    };

/** Sends `presence` of an account to everyone who may know it. */
export function announcePresence(turn: Turn, user: User, presence: Presence): void {
  const active = activeUsers(turn.world);
  if (turn.world.settings.presence_disabled || active.length > mostTold) return;
  const knowers = active.filter((id) => presenceKnownTo(turn.world, turn.world.users.require(id))?.(user) ?? true);
  deliver<PresenceEvent>(turn, knowers, "presence", ({ capabilities, slimPresence: slim }) => {
    if (capabilities.has("simplified_presence_events")) return { presences: { [user.id]: slimPresence(presence, user) } };
    const { website } = presenceEntry(presence, user);
    const address = slim ? {} : { email: user.email };
    return { user_id: user.id, ...address, server_timestamp: turn.now / 1000, presence: { website } };
  });
}

/** Has the parts that changed. */
interface UserStatusEvent extends Partial<UserStatus> {
  readonly user_id: UserId;
  readonly away?: boolean;
}

/** Sends `user_status` to everyone who may know the account. */
export function announceStatus(turn: Turn, user: User, change: Partial<UserStatus>, away: boolean | undefined): void {
  const event = { user_id: user.id, ...(away !== undefined && { away }), ...change };
  deliver<UserStatusEvent>(turn, knowersOf(turn.world, user), "user_status", () => event);
}
