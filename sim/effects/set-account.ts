import type { UserId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { announceAlertWords, announceMutedUsers } from "../events/account.ts";
import { announceAvatar, announceBotAccount, announceUserChange } from "../events/user.ts";
import { avatarAddress } from "../resources/people.ts";
import { announceSetting } from "./set-setting.ts";

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
  announceSetting(turn, user, "timezone", timezone);
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
