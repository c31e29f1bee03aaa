import type { QueueId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { Queue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { flagList, messageFields } from "../resources/message.ts";
import { matchesQueueNarrow } from "../rules/narrow/queue-narrow.ts";
import { knownTo } from "../rules/people/accessible-users.ts";
import { deliver, offer, type Payload } from "./deliver.ts";

/** The queue that asked for its own message back, and under what name. */
export interface Echo {
  readonly queue: QueueId;
  readonly local_id: string;
}

interface MessageEvent {
  readonly message: ReturnType<typeof messageFields>;
  readonly flags: readonly string[];
  /** Only in the queue that the send named. */
  readonly local_message_id: string | undefined;
}

/** The event of a new message as each queue wants it; undefined for a queue whose narrow it does not match. */
function payloadOf({ world }: Turn, message: Message, echo: Echo | undefined): Payload<MessageEvent> {
  return (queue) => {
    if (!matchesQueueNarrow(world, queue, message)) return undefined;
    const form = {
      applyMarkdown: queue.applyMarkdown,
      clientGravatar: queue.clientGravatar,
      emptyTopics: queue.capabilities.has("empty_topic_name"),
      knows: knownTo(world, world.users.require(queue.owner)),
      viewer: queue.owner,
    };
    const flags = flagList(message.flagsOf(queue.owner));
    const echoed = echo?.queue === queue.id && queue.owner === message.sender;
    return { message: messageFields(world, message, form), flags, local_message_id: echoed ? echo.local_id : undefined };
  };
}

/**
 * Sends `message` of a new message to the queues of all who received it, to those that take every public channel, and to the one that
 * asked for it by name.
 */
export function announceMessage(turn: Turn, message: Message, echo?: Echo): void {
  const { world } = turn;
  if (world.queues.size === 0) return;
  const payload = payloadOf(turn, message, echo);
  deliver(turn, message.received, "message", payload);
  const { channel } = message.place;
  if (channel === undefined) return;
  const isPublic = !world.channels.require(channel).invite_only;
  const named = world.server.rulings.localEcho === "named" ? echo?.queue : undefined;
  const wants = (queue: Queue): boolean => (isPublic && queue.allPublicChannels) || (queue.id === named && queue.owner === message.sender);
  const others = [...world.queues.values()].filter((queue) => !message.received.has(queue.owner) && wants(queue));
  for (const { id } of others) offer(turn, id, "message", payload);
}
