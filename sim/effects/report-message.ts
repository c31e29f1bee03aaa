import type { Channel } from "../core/channels.ts";
import type { Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { messageLink, quoted } from "../resources/quote.ts";
import { sendTopicNotice } from "./notice.ts";

interface Report {
  readonly caller: User;
  /** That of the moderators. */
  readonly channel: Channel;
  readonly message: Message;
  readonly reason: string;
  readonly description: string;
}

/** Reports a message to the moderators: who reports it and why, and the message itself. */
export function reportMessage(turn: Turn, { caller, channel, message, reason, description }: Report): void {
  const { world } = turn;
  const author = world.users.require(message.sender);
  const mention = (user: User): string => `@_**${user.full_name}|${user.id}**`;
  const place = message.place.channel === undefined ? "a direct message" : messageLink(world, message.id, message.place);
  const lines = [
    `${mention(caller)} reported ${place} sent by ${mention(author)}.`,
    `- Reason: **${reason}**`,
    ...(description === "" ? [] : ["- Notes:", quoted(description)]),
    quoted(message.content),
  ];
  sendTopicNotice(turn, caller, { channel, topic: `${author.full_name}'s moderation requests` }, lines.join("\n"));
}
