import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { deliver } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, isBot, type User } from "../core/users.ts";
import { avatarUrl } from "../resources/people.ts";
import { knowersOf } from "../rules/accessible-users.ts";
import { activeUsers } from "../rules/membership.ts";

/** Tells every client whose user may know of an account what of it has changed. */
export const tellOfUser = (turn: Turn, user: User, change: Readonly<Record<string, unknown>>): void =>
  deliver(turn, knowersOf(turn.world, user), "realm_user", () => ({ op: "update", person: { user_id: user.id, ...change } }));

/** Tells every client whose user may know of an account where its picture is. */
export function tellOfAvatar(turn: Turn, user: User): void {
  const { avatar_source, avatar_version } = user;
  const avatar_url = avatarUrl(turn.world, user, false)!;
  const avatar_url_medium = avatar_source === "G" ? `${avatar_url}&s=500` : avatar_url.replace(".png", "-medium.png");
  tellOfUser(turn, user, { avatar_source, avatar_url, avatar_url_medium, avatar_version });
}

/** The active administrators and one account more. */
export const administratorsAnd = (realm: Realm, other: UserId | undefined): UserId[] =>
  activeUsers(realm).filter((id) => id === other || isAdministrator(realm.users.get(id)!));

/** Tells administrators and the owner of a bot what of its account has changed, which newer servers do once. Nothing happens for people. */
export function tellOfBot(turn: Turn, bot: User, change: Readonly<Record<string, unknown>>): void {
  const { world } = turn;
  if (!isBot(bot) || !has(world, "botUpdates") || has(world, "leanBots")) return;
  deliver(turn, administratorsAnd(world, bot.bot_owner), "realm_bot", () => ({ op: "update", bot: { user_id: bot.id, ...change } }));
}

/** Tells every client of the organization the same. */
export const tellAll = (turn: Turn, type: string, event: Readonly<Record<string, unknown>>): void =>
  deliver(turn, activeUsers(turn.world), type, () => event);
