import type { DeviceId, MessageId, UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { type ProfileField, profileKey } from "../core/organization.ts";
import type { Reminder, UserStatus } from "../core/personal.ts";
import type { SettingName, SettingValue } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { type Presence, putUser, type User } from "../core/users.ts";
import { announceReminder, announceReminderGone } from "../events/personal.ts";
import { announceConsent, announceDefaultSetting } from "../events/realm.ts";
import {
  announceAlertWords,
  announceAvatar,
  announceBotAccount,
  announceDevice,
  announceMutedUsers,
  announcePresence,
  announceRealAddress,
  announceStatus,
  announceUserChange,
  announceUserSetting,
} from "../events/user.ts";
import { renderedText } from "../resources/content.ts";
import { reminderText } from "../resources/personal.ts";
import { apiAddress, avatarAddress } from "../resources/user.ts";
import { maySee } from "../rules/messages/access.ts";
import { unreadRows } from "../rules/narrow/candidates.ts";
import { flagMessages } from "./flags.ts";
import { sendNotice } from "./notices.ts";

/**
 * Stores an account whose address, or whose rule for who sees it, has changed. The API address follows from both. Others hear of the
 * real address as far as what they see of it changed, and of the picture that is computed from it.
 */
export function setAddresses(turn: Turn, former: User, wanted: User): void {
  const changed = { ...wanted, email: apiAddress(turn.world, wanted) };
  putUser(turn, changed);
  announceRealAddress(turn, former, changed);
  if (changed.email === former.email) return;
  const seenByOthers = changed.settings.email_address_visibility !== former.settings.email_address_visibility;
  const isNewPicture = changed.avatar_source === "G" || seenByOthers;
  const isMoved = changed.delivery_email !== former.delivery_email;
  if (isNewPicture && isMoved) announceAvatar(turn, changed);
  announceUserChange(turn, changed, { new_email: changed.email });
  if (isNewPicture && !isMoved) announceAvatar(turn, changed);
}

/** Someone active again after this long came online. */
const onlineAfterMillis = (limits.presenceOfflineSeconds - limits.presencePingSeconds - 10) * 1000;

/** A sign of life moves the times that are kept only where they are older than this. */
const keptMillis = 55_000;

function putPresence(turn: Turn, user: User, last_active: number | undefined, last_connected: number): Presence {
  const presence: Presence = { user_id: user.id, last_active, last_connected, update_id: turn.nextId("presence") };
  turn.world.presences.set(user.id, presence);
  return presence;
}

/** Files that an account was seen at an instant, and tells everyone where it came online. */
export function setPresence(turn: Turn, user: User, status: "active" | "idle", at: number): void {
  const former = turn.world.presences.get(user.id);
  const presence = putPresence(turn, user, status === "active" ? at : former?.last_active, at);
  const cameOnline = status === "active" && (former?.last_active === undefined || at - former.last_active > onlineAfterMillis);
  if (!former || cameOnline) announcePresence(turn, user, presence);
}

/** Files a sign of life that a client sends now. One that comes soon after another changes nothing. */
export function noteSignOfLife(turn: Turn, user: User, status: "active" | "idle"): void {
  const former = turn.world.presences.get(user.id);
  const isOld = (time: number | undefined): boolean => time === undefined || turn.now - time > keptMillis;
  const becomesActive = status === "active" && isOld(former?.last_active);
  if (becomesActive || isOld(former?.last_connected)) setPresence(turn, user, becomesActive ? "active" : "idle", turn.now);
}

/** Someone who stops showing their presence was last there before others took them for offline; so long ago. */
const hiddenMillis = (limits.presenceOfflineSeconds + 120) * 1000;

/** Makes what others see of an account's presence fit its setting, and tells everyone. */
export function showPresenceSetting(turn: Turn, user: User): void {
  const at = user.settings.presence_enabled ? turn.now : turn.now - hiddenMillis;
  const { last_active = at } = turn.world.presences.get(user.id) ?? {};
  const presence = putPresence(turn, user, user.settings.presence_enabled ? at : Math.min(last_active, at), at);
  announcePresence(turn, user, presence);
}

/** Changes one personal setting and nothing else. Gives the account as it is then; undefined where it is so already. */
export function setAlone(turn: Turn, user: User, name: SettingName, value: SettingValue): User | undefined {
  if (user.settings[name] === value) return undefined;
  const changed: User = { ...user, settings: { ...user.settings, [name]: value } };
  putUser(turn, changed);
  announceUserSetting(turn, user, name, value);
  return changed;
}

/** Changes one personal setting, with what follows from it. Nothing happens where it is so already. */
export function setSetting(turn: Turn, user: User, name: SettingName, value: SettingValue): void {
  const changed = setAlone(turn, user, name, value);
  if (!changed) return;
  if (name === "email_address_visibility") setAddresses(turn, user, changed);
  if (name === "presence_enabled") showPresenceSetting(turn, changed);
  if (name === "allow_private_data_export") announceConsent(turn, changed);
}

/** Gives an account another name, and tells those who may know of it. */
export function setFullName(turn: Turn, user: User, full_name: string): void {
  if (user.full_name === full_name) return;
  putUser(turn, { ...user, full_name });
  announceUserChange(turn, user, { full_name });
  announceBotAccount(turn, user, { full_name });
}

/** Says where the picture of an account comes from; it is a new one each time. */
export function setAvatar(turn: Turn, user: User, avatar_source: User["avatar_source"]): void {
  const changed = { ...user, avatar_source, avatar_version: user.avatar_version + 1 };
  putUser(turn, changed);
  announceBotAccount(turn, changed, { avatar_url: avatarAddress(turn.world, changed) });
  announceAvatar(turn, changed);
}

/** Moves an account to another time zone: a setting of its own, and a fact for everyone. */
export function setTimezone(turn: Turn, user: User, timezone: string): void {
  if (user.timezone === timezone) return;
  putUser(turn, { ...user, timezone });
  announceUserSetting(turn, user, "timezone", timezone);
  announceUserChange(turn, user, { email: user.email, timezone });
}

/** Replaces the words that an account is alerted to. Its clients get the whole list. */
export function setAlertWords(turn: Turn, user: User, alert_words: readonly string[]): void {
  const changed = { ...user, alert_words };
  putUser(turn, changed);
  announceAlertWords(turn, changed);
}

/** Replaces the people that an account does not want to hear of, each with the time of the muting in UNIX seconds. */
export function setMutedUsers(turn: Turn, user: User, muted_users: ReadonlyMap<UserId, number>): void {
  const changed = { ...user, muted_users };
  putUser(turn, changed);
  announceMutedUsers(turn, changed);
}

/** Mutes somebody for an account. What they wrote to it is marked as read first, all at once. */
export function muteUser(turn: Turn, user: User, muted: User): void {
  const unread = [...unreadRows(turn.world, user)].filter(({ sender }) => sender === muted.id);
  flagMessages(turn, user, unread, "read", "add");
  setMutedUsers(turn, user, new Map([...user.muted_users, [muted.id, turn.seconds]]));
}

const noStatus = { status_text: "", emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" } as const;

/** Changes parts of a person's status, and tells of those parts everyone who may know of the person. */
export function setStatus(turn: Turn, user: User, change: Partial<UserStatus>, away: boolean | undefined): void {
  const status = { ...noStatus, ...turn.world.statuses.get(user.id), ...change, user_id: user.id };
  if (status.status_text === "" && status.emoji_name === "") turn.world.statuses.delete(user.id);
  else turn.world.statuses.set(user.id, status);
  announceStatus(turn, user, change, away);
}

/** Files a new device of an account, and tells its other clients at the levels that do. */
export function registerDevice(turn: Turn, user: User): DeviceId {
  const id = turn.nextId("device");
  turn.world.devices.set(id, { id, user_id: user.id });
  announceDevice(turn, user, "add", id);
  return id;
}

/** Changes a setting with which new accounts begin, and tells everyone. Nothing happens where it is so already. */
export function setDefault(turn: Turn, name: SettingName, value: SettingValue): void {
  const { world } = turn;
  if (world.newcomers[name] === value) return;
  world.newcomers = { ...world.newcomers, [name]: value };
  announceDefaultSetting(turn, name, value);
}

/** Text fields, short and long, are Markdown. */
const isRendered = ({ type }: ProfileField): boolean => type === 1 || type === 2;

/** Stores or, with null, forgets one user's value of a field and tells everyone. Nothing happens where it is that already. */
export function setProfileValue(turn: Turn, user: User, field: ProfileField, value: string | null): void {
  const key = profileKey(user.id, field.id);
  const former = turn.world.profileValues.get(key)?.value ?? null;
  if (former === value) return;
  const rendered_value = value !== null && isRendered(field) ? renderedText(turn.world, user, value) : undefined;
  if (value === null) turn.world.profileValues.delete(key);
  else turn.world.profileValues.set(key, { user_id: user.id, field_id: field.id, value, rendered_value });
  const custom_profile_field = { id: field.id, value, ...(rendered_value && { rendered_value }) };
  announceUserChange(turn, user, { custom_profile_field });
}

export function addReminder(turn: Turn, given: Omit<Reminder, "id">): Reminder {
  const reminder = { ...given, id: turn.nextId("reminder") };
  turn.world.reminders.set(reminder.id, reminder);
  announceReminder(turn, reminder);
  return reminder;
}

export function removeReminder(turn: Turn, reminder: Reminder): void {
  turn.world.reminders.delete(reminder.id);
  announceReminderGone(turn, reminder);
}

/** Takes back all reminders of messages that are gone. */
export function forgetReminders(turn: Turn, messages: readonly MessageId[]): void {
  for (const reminder of [...turn.world.reminders.values()]) if (messages.includes(reminder.message_id)) removeReminder(turn, reminder);
}

/** Reminds a person of a message, if they may still see it. */
export function remind(turn: Turn, reminder: Reminder): void {
  const { world } = turn;
  const user = world.users.require(reminder.user_id);
  const message = world.messages.get(reminder.message_id);
  if (message && user.is_active && maySee(world, user, message)) sendNotice(turn, user, reminderText(world, reminder));
  removeReminder(turn, reminder);
}
