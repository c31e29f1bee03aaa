import { channelWord } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { sendNotice } from "./notice.ts";

/** One bot's owner gets at most one notice in this time. */
const pauseMillis = 5 * 60_000;

/** Tells a bot's owner that a message of the bot went nowhere. Nothing happens for people, or where the owner was told just now. */
export function warnOwner(turn: Turn, bot: User, problem: string): void {
  const { world } = turn;
  const owner = bot.bot_owner === undefined ? undefined : world.users.get(bot.bot_owner);
  if (!owner?.is_active || world.server.rulings.ownerNotices === "none") return;
  const key = `owner notice:${bot.id}`;
  const lastNotice = world.calls.get(key)?.[0];
  if (lastNotice !== undefined && turn.now - lastNotice <= pauseMillis) return;
  world.calls.set(key, [turn.now]);
  sendNotice(turn, owner, `Your bot \`${bot.email}\` tried to send a message to ${channelWord(world)} ${problem}`);
}
