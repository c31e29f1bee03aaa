import { type Channel, noSubscribers } from "../core/channels.ts";
import { flagBits, marks } from "../core/flags.ts";
import type { UserId } from "../core/ids.ts";
import type { Edit, Message, MessageParts } from "../core/messages.ts";
import type { Place } from "../core/places.ts";
import type { Turn } from "../core/turn.ts";
import type { Content } from "../resources/content.ts";
import { flagsAtStart, partsOf } from "./create-message.ts";

const contentBits = marks.mentioned | marks.alerted;

/** Flags of everyone with a row: what the content decides anew, what people set themselves kept. */
function flagsAfter(turn: Turn, message: Message, place: Place, content: Content): ReadonlyMap<UserId, number> {
  const sender = turn.world.users.require(message.sender);
  const rows = new Set([...message.received, ...message.flags.keys()]);
  const fresh = flagsAtStart(turn, place, rows, { sender, content, client: message.client, readBySender: false });
  const flags = new Map<UserId, number>();
  for (const id of rows) {
    const bits = (message.flagsOf(id) & ~contentBits) | ((fresh.get(id) ?? 0) & contentBits);
    if (bits !== 0 || !message.received.has(id)) flags.set(id, bits);
  }
  return flags;
}

/** The parts that new content decides, in the place where the message is from now on. */
export const partsWith = (turn: Turn, message: Message, place: Place, content: Content): Partial<MessageParts> => ({
  ...partsOf(turn, content, place.channel === undefined ? "" : place.topic),
  flags: flagsAfter(turn, message, place, content),
});

type Rows = Pick<MessageParts, "received" | "flags">;

/**
 * The rows of messages that go to another channel: those who were in the old one keep theirs only where they are in the new one
 * too; where the new one hides its history, everyone in it gets one, already read. Messages with the same audience go on sharing it.
 */
export function rowsIn({ world }: Turn, from: Channel, to: Channel): (message: Message) => Rows {
  const old = (world.subscribers.get(from.id) ?? noSubscribers).all;
  const present = (world.subscribers.get(to.id) ?? noSubscribers).all;
  const gaining = to.history_public_to_subscribers ? [] : [...present.keys()];
  const audiences = new Map<ReadonlySet<UserId>, ReadonlySet<UserId>>();
  return (message) => {
    const keeps = (id: UserId): boolean => present.has(id) || !(message.received.has(id) || old.has(id));
    let received = audiences.get(message.received);
    if (!received) audiences.set(message.received, (received = new Set([...[...message.received].filter(keeps), ...gaining])));
    const flags = new Map([...message.flags].filter(([id]) => keeps(id)));
    for (const id of gaining) if (!message.hasRow(id)) flags.set(id, flagBits.read);
    return { received, flags };
  };
}

/** Returns what changed in a message, as its history keeps it. */
export const changesSince = (former: Message, content: Content | undefined, from: Place, to: Place): Partial<Edit> => ({
  ...(content && { prev_content: former.content, prev_rendered_content: former.rendered }),
  ...(from.channel !== undefined &&
    to.channel !== undefined &&
    from.channel !== to.channel && { prev_stream: from.channel, stream: to.channel }),
  ...(from.channel !== undefined && to.channel !== undefined && from.topic !== to.topic && { prev_topic: from.topic, topic: to.topic }),
});
