import type { DeviceId } from "../core/ids.ts";
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
import { administratorsAnd, deliver, type Payload, tell } from "./deliver.ts";

/** Sends `realm_user` of a new account to everyone who may know it. Its avatar is a URL, whatever a client can compute. */
export function announceUser(turn: Turn, user: User): void {
  const { world } = turn;
  for (const viewer of knowersOf(world, user)) {
    const seenBy = world.users.require(viewer);
    deliver(turn, [viewer], "realm_user", () => ({ op: "add", person: userRecord(world, user, seenBy, false) }));
  }
}

/** Sends `realm_user` of what changed, by the names of the account's record, to everyone who may know the account. */
export const announceUserChange = (turn: Turn, user: User, change: object): void =>
  tell(turn, knowersOf(turn.world, user), "realm_user", { op: "update", person: { user_id: user.id, ...change } });

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
    tell(turn, [id], "realm_user", { op: "update", person: { user_id: former.id, delivery_email } });
  }
}

/** Sends `realm_bot` of a new bot to administrators and its owner. */
export const announceBot = (turn: Turn, bot: User): void =>
  tell(turn, administratorsAnd(turn.world, bot.bot_owner), "realm_bot", { op: "add", bot: botRecord(turn.world, bot) });

/** Sends `realm_bot` of what is set for a bot, by the names of its record, to administrators and its owner. */
export const announceBotSetup = (turn: Turn, bot: User, change: object): void =>
  tell(turn, administratorsAnd(turn.world, bot.bot_owner), "realm_bot", { op: "update", bot: { user_id: bot.id, ...change } });

/** Sends `realm_bot` of a bot's account to administrators and its owner, at the levels that do. Nothing is sent of people. */
export function announceBotAccount(turn: Turn, bot: User, change: object): void {
  const { world } = turn;
  if (isBot(bot) && has(world, "botUpdates") && !has(world, "leanBots")) announceBotSetup(turn, bot, change);
}

/** Sends `realm_bot` to the former and the new owner of a bot, for whom it goes and comes. Administrators see it all along. */
export function announceBotOwner(turn: Turn, bot: User, former: User | undefined, owner: User): void {
  if (former && !isAdministrator(former)) tell(turn, [former.id], "realm_bot", { op: "delete", bot: { user_id: bot.id } });
  if (!isAdministrator(owner)) tell(turn, [owner.id], "realm_bot", { op: "add", bot: botRecord(turn.world, bot) });
}

/** The field with the name of a language, beside the setting that is its code. */
const languageName = (name: SettingName | "timezone", value: SettingValue) =>
  name === "default_language" ? { language_name: languages[String(value)] } : {};

/** The payload of an event for clients that do not know `user_settings`. */
const forOlder =
  (event: object): Payload =>
  ({ capabilities }) =>
    capabilities.has("user_settings_object") ? undefined : event;

/**
 * Sends `user_settings` to the account. Up to level 438 also, of the older settings and to clients that do not know that type,
 * `update_display_settings` or `update_global_notifications`.
 */
export function announceUserSetting(turn: Turn, account: User, property: SettingName | "timezone", value: SettingValue): void {
  const { id, email: user } = account;
  const language = languageName(property, value);
  tell(turn, [id], "user_settings", { op: "update", property, value, ...language });
  if (has(turn.world, "legacySettingsGone")) return;
  const isIn = (names: readonly string[]): boolean => names.includes(property);
  const display = forOlder({ user, setting_name: property, setting: value, ...language });
  const notification = forOlder({ user, notification_name: property, setting: value });
  if (property === "timezone" || isIn(olderDisplaySettings)) deliver(turn, [id], "update_display_settings", display);
  if (isIn(olderNotificationSettings)) deliver(turn, [id], "update_global_notifications", notification);
}

/** Sends `alert_words`, the whole list, to the account. */
export const announceAlertWords = (turn: Turn, { id, alert_words }: User): void => tell(turn, [id], "alert_words", { alert_words });

/** Sends `muted_users`, the whole list, to the account. */
export const announceMutedUsers = (turn: Turn, user: User): void =>
  tell(turn, [user.id], "muted_users", { muted_users: mutedRecords(user) });

/** Sends `device` to the account. Since level 470; registering a device at 468 sends nothing. */
export function announceDevice(turn: Turn, user: User, op: "add" | "remove", device_id: DeviceId): void {
  if (has(turn.world, "deviceRemoval")) tell(turn, [user.id], "device", { op, device_id });
}

/**
 * Sends `has_vc_token`, or by its provider's name `has_webex_token`, to the account whose token came or went. Before level 493 the token
 * is of Zoom.
 */
export function announceVideoToken(turn: Turn, user: User, value: boolean): void {
  const { world } = turn;
  if (has(world, "videoCall")) tell(turn, [user.id], `has_${videoProvider(world.server)}_token`, { value });
  else tell(turn, [user.id], "has_zoom_token", { value });
}

/** In organizations with more people than this nobody is told. */
const mostTold = 100;

/** Sends `presence` of an account to everyone who may know it, in two forms; `slim_presence` leaves out the address. */
export function announcePresence(turn: Turn, user: User, presence: Presence): void {
  const active = activeUsers(turn.world);
  if (turn.world.settings.presence_disabled || active.length > mostTold) return;
  const knowers = active.filter((id) => presenceKnownTo(turn.world, turn.world.users.require(id))?.(user) ?? true);
  deliver(turn, knowers, "presence", ({ capabilities, slimPresence: slim }) => {
    if (capabilities.has("simplified_presence_events")) return { presences: { [user.id]: slimPresence(presence, user) } };
    const { website } = presenceEntry(presence, user);
    const address = slim ? {} : { email: user.email };
    return { user_id: user.id, ...address, server_timestamp: turn.now / 1000, presence: { website } };
  });
}

/** Sends `user_status` of the parts that changed to everyone who may know the account. */
export const announceStatus = (turn: Turn, user: User, change: Partial<UserStatus>, away: boolean | undefined): void =>
  tell(turn, knowersOf(turn.world, user), "user_status", { user_id: user.id, ...(away !== undefined && { away }), ...change });
