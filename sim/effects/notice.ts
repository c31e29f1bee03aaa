import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { contentOf } from "../resources/content.ts";
import { announceMessage } from "./announce-message.ts";
import { sendMessage } from "./send-message.ts";

/** The account that the server sends its own notices from. */
export const noticeBot = "notification-bot";

/** A direct message from the server to one person. */
export function sendNotice(turn: Turn, to: User, source: string): void {
  const sender = turn.world.users.get(turn.world.usersByKey.get(noticeBot)!)!;
  const content = contentOf(turn.world, sender, source);
  announceMessage(turn, sendMessage(turn, { sender, to: { users: [sender.id, to.id] }, content, client: "Internal", readBySender: true }));
}
