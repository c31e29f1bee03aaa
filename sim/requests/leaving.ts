import type { Turn } from "../core/turn.ts";
import { type Tie, unsubscribeAll } from "../effects/subscribe.ts";
import type { Leaving } from "../rules/channels/leaving.ts";
import { isSubscribed } from "../rules/messages/access.ts";

const namesOf = (ties: readonly Tie[]): string[] => ties.map(({ channel }) => channel.name);

/** Unsubscribes, and says what came of it. */
export function leave(turn: Turn, { users, channels }: Leaving) {
  const { world } = turn;
  const ties = users.flatMap((user) => channels.map((channel) => ({ channel, user })));
  const removed = ties.filter(({ channel, user }) => isSubscribed(world, user, channel.id));
  const gone = new Set(removed);
  unsubscribeAll(turn, removed);
  return { removed: namesOf(removed), not_removed: namesOf(ties.filter((tie) => !gone.has(tie))) };
}
