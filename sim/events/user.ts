import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, isBot, type User } from "../core/users.ts";
import { botRecord } from "../resources/bot.ts";
import { avatarAddress } from "../resources/people.ts";
import { userRecord } from "../resources/user.ts";
import { addressFor } from "../rules/people/accounts.ts";
import { knowersOf } from "../rules/people/user-access.ts";
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
