import type { UserId } from "../core/ids.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { avatarUrl } from "../resources/people.ts";
import { mutedRecords } from "../resources/personal.ts";
import { announceSetting } from "./set-setting.ts";
import { tellOfAvatar, tellOfBot, tellOfUser } from "./tell-all.ts";

/** Gives an account another name, and tells those who may know of it. */
export function setFullName(turn: Turn, user: User, full_name: string): void {
  if (user.full_name === full_name) return;
  putUser(turn, { ...user, full_name });
  tellOfUser(turn, user, { full_name });
  tellOfBot(turn, user, { full_name });
}

/** Says where the picture of an account comes from; it is a new one each time. */
export function setAvatar(turn: Turn, user: User, avatar_source: User["avatar_source"]): void {
  const changed = { ...user, avatar_source, avatar_version: user.avatar_version + 1 };
  putUser(turn, changed);
  tellOfBot(turn, changed, { avatar_url: avatarUrl(turn.world, changed, false) });
  tellOfAvatar(turn, changed);
}

/** Moves an account to another time zone: a setting of its own, and a fact for everyone. */
export function setTimezone(turn: Turn, user: User, timezone: string): void {
  if (user.timezone === timezone) return;
  putUser(turn, { ...user, timezone });
  announceSetting(turn, user, "timezone", timezone);
  tellOfUser(turn, user, { email: user.email, timezone });
}

/** Replaces the words that an account is alerted to. Its clients get the whole list. */
export function setAlertWords(turn: Turn, user: User, alert_words: readonly string[]): void {
  putUser(turn, { ...user, alert_words });
  deliver(turn, [user.id], "alert_words", () => ({ alert_words }));
}

/** Replaces the people that an account does not want to hear of, each with the time of the muting in UNIX seconds. */
export function setMutedUsers(turn: Turn, user: User, muted_users: ReadonlyMap<UserId, number>): void {
  const changed = { ...user, muted_users };
  putUser(turn, changed);
  deliver(turn, [user.id], "muted_users", () => ({ muted_users: mutedRecords(changed) }));
}
