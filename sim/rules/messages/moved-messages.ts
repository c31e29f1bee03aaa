import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { resolvedPrefix } from "../../core/topics.ts";
import type { User } from "../../core/users.ts";
import { maySee } from "./access.ts";

/** Modes of a move: it takes along the message that is named, it and those after it, or all of the topic. */
export const propagateModes = ["change_later", "change_one", "change_all"] as const;
export type PropagateMode = (typeof propagateModes)[number];

/** The messages that move with one of them, by their ids. To another channel go only those that the mover sees. */
export function movedMessages(realm: Realm, mover: User, message: Message, mode: PropagateMode, toChannel: boolean): Message[] {
  if (mode === "change_one" || message.place.channel === undefined) return [message];
  const from = mode === "change_later" ? message.id : 0;
  const all = [...realm.byTopic.ascending(message.place.thread, from)].map((id) => realm.messages.require(id));
  return toChannel ? all.filter((other) => other === message || maySee(realm, mover, other)) : all;
}

/** The change of a topic's mark in a move: it is marked as resolved, or the mark is taken away. */
export type Resolution = "resolved" | "unresolved";

/** Whether a topic, as asked for and before it is cut, is the former one with or without the mark. */
export function resolutionOf(former: string, asked: string): Resolution | undefined {
  const isResolved = asked.startsWith(resolvedPrefix);
  if (former.startsWith(resolvedPrefix)) return !isResolved && former.replace(/^[\u2714 ]+/, "") === asked ? "unresolved" : undefined;
  return isResolved && asked.slice(resolvedPrefix.length) === former ? "resolved" : undefined;
}
