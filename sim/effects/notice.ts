import type { Channel } from "../core/channels.ts";
import { flagBits } from "../core/flags.ts";
import type { UserId } from "../core/ids.ts";
import { fileMessage, type Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceMessage } from "../events/message.ts";
import { contentOf } from "../resources/content.ts";
import { createMessage } from "./create-message.ts";

/** The account that the server sends its own notices from. */
export const noticeBot = "notification-bot";

const bot = ({ world }: Turn, key = noticeBot): User => world.users.require(world.usersByKey.require(key));

/** A direct message from a bot of the server to one person. */
export function sendNotice(turn: Turn, to: User, source: string, from = noticeBot): Message {
  const sender = bot(turn, from);
  const content = contentOf(turn.world, sender, source);
  const users = [sender.id, to.id];
  const message = createMessage(turn, { sender, to: { users }, content, client: "Internal", readBySender: true });
  announceMessage(turn, message);
  return message;
}

/**
 * A message from the server to a topic, about what somebody did there: it is rendered with that one's eyes. Where it is said who is to
 * notice it, it is read for all others.
 */
export function sendTopicNotice(
  turn: Turn,
  actor: User,
  place: { readonly channel: Channel; readonly topic: string },
  source: string,
  unreadBy: (id: UserId) => boolean = () => true,
): void {
  const content = contentOf(turn.world, actor, source);
  const channel = turn.world.channels.require(place.channel.id);
  const to = { channel, topic: place.topic };
  const message = createMessage(turn, { sender: bot(turn), to, content, client: "Internal", readBySender: true });
  const flags = new Map(message.flags);
  for (const id of message.received) {
    if (!unreadBy(id)) flags.set(id, message.flagsOf(id) | flagBits.read);
  }
  const read = message.with({ flags });
  fileMessage(turn, read);
  announceMessage(turn, read);
}
