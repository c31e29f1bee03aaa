import type { Channel } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { subscriberIds } from "../resources/subscription.ts";
import { knowsChannel } from "../rules/knows-channel.ts";

/** The active accounts that see that a channel is there. */
export const knowers = ({ world }: Turn, channel: Channel): Set<UserId> =>
  new Set([...world.users.values()].filter((user) => user.is_active && knowsChannel(world, user, channel)).map(({ id }) => id));

/** A channel and those who come to it or leave it. */
export interface Passage {
  readonly channel: Channel;
  readonly users: readonly User[];
}

export type PeerOp = "peer_add" | "peer_remove";

/** Channels that share an event: the public ones that the same people see. One with guests of its own and a private one stand alone. */
function kindOf({ world }: Turn, { id, invite_only, is_web_public }: Channel): string {
  if (invite_only) return `private ${id}`;
  if (is_web_public) return "web-public";
  const withGuests = subscriberIds(world, world.channels.get(id)!).some((user) => isGuest(world.users.get(user)!));
  return withGuests ? `guests ${id}` : "public";
}

const order = ["private", "guests", "web-public", "public"];
const rank = (kind: string): number => order.indexOf(kind.split(" ")[0]!);

/** Tells the others who see channels who comes or leaves: private channels first, those with the same audience together. */
export function announcePeers(turn: Turn, passages: readonly Passage[], op: PeerOp): void {
  const groups = new Map<string, { readonly kind: string; readonly user_ids: UserId[]; readonly channels: Channel[] }>();
  for (const { channel, users } of passages) {
    const user_ids = users.map(({ id }) => id).sort((a, b) => a - b);
    const kind = kindOf(turn, channel);
    const key = `${kind}:${user_ids.join()}`;
    const group = groups.get(key);
    if (group) group.channels.push(channel);
    else groups.set(key, { kind, user_ids, channels: [channel] });
  }
  for (const { user_ids, channels } of [...groups.values()].sort((a, b) => rank(a.kind) - rank(b.kind))) {
    const others = [...knowers(turn, channels[0]!)].filter((id) => !user_ids.includes(id));
    const event = { op, stream_ids: channels.map(({ id }) => id).sort((a, b) => a - b), user_ids };
    deliver(turn, others, "subscription", () => event);
  }
}
