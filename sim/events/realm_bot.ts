import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, isBot, type User } from "../core/users.ts";
import { botRecord } from "../resources/bot.ts";
import { administratorsAnd } from "./audience.ts";
import { deliver } from "./deliver.ts";

/** The changed fields of a bot, by the names of its record. */
type BotChange = Readonly<Record<string, unknown>>;

type RealmBotEvent =
  | { readonly op: "add"; readonly bot: ReturnType<typeof botRecord> }
  | { readonly op: "update"; readonly bot: { readonly user_id: UserId } & BotChange }
  | { readonly op: "delete"; readonly bot: { readonly user_id: UserId } };

const send = (turn: Turn, reached: readonly UserId[], event: () => RealmBotEvent): void => deliver(turn, reached, "realm_bot", event);

/** Sends `realm_bot` of a new bot to administrators and its owner. */
export const announceBot = (turn: Turn, bot: User): void =>
  send(turn, administratorsAnd(turn.world, bot.bot_owner), () => ({ op: "add", bot: botRecord(turn.world, bot) }));

/** Sends `realm_bot` of what is set for a bot to administrators and its owner. */
export const announceBotSetup = (turn: Turn, bot: User, change: BotChange): void =>
  send(turn, administratorsAnd(turn.world, bot.bot_owner), () => ({ op: "update", bot: { user_id: bot.id, ...change } }));

/** Sends `realm_bot` of a bot's account to administrators and its owner, at the levels that do. Nothing is sent of people. */
export function announceBotAccount(turn: Turn, bot: User, change: BotChange): void {
  const { world } = turn;
  if (isBot(bot) && has(world, "botUpdates") && !has(world, "leanBots")) announceBotSetup(turn, bot, change);
}

/** Sends `realm_bot` to the former and the new owner of a bot, for whom it goes and comes. Administrators see it all along. */
export function announceBotOwner(turn: Turn, bot: User, former: User | undefined, owner: User): void {
  if (former && !isAdministrator(former)) send(turn, [former.id], () => ({ op: "delete", bot: { user_id: bot.id } }));
  if (!isAdministrator(owner)) send(turn, [owner.id], () => ({ op: "add", bot: botRecord(turn.world, bot) }));
}
