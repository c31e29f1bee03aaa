import type { QueueId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { Queue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { flagsText, messageText } from "../resources/message.ts";
import { matchesQueueNarrow } from "../rules/narrow/queue-narrow.ts";
import { knownTo } from "../rules/people/accessible-users.ts";
import { deliver, EventText, offer, type Payload } from "./deliver.ts";

/** The queue that asked for its own message back, and under what name. */
export interface Echo {
  readonly queue: QueueId;
  readonly local_id: string;
}

/** Joins texts of messages and of flags. Queues that see the message alike get one and the same text, and not merely an equal one. */
function joiner(): (message: string, flags: string) => EventText {
  const known = new Map<string, Map<string, EventText>>();
  return (message, flags) => {
    let byFlags = known.get(message);
    if (!byFlags) known.set(message, (byFlags = new Map()));
    let joined = byFlags.get(flags);
    if (!joined) byFlags.set(flags, (joined = new EventText(`{"type":"message","message":${message}},"flags":${flags}`)));
    return joined;
  };
}

/**
 * The event of a new message as each queue wants it: `message`, `flags`, and `local_message_id` in the queue that the send named.
 * Undefined for a queue whose narrow it does not match.
 */
function payloadOf({ world }: Turn, message: Message, echo: Echo | undefined): Payload<never> {
  const joined = joiner();
  return (options, queue) => {
    if (!matchesQueueNarrow(world, options, message)) return undefined;
    const { owner, applyMarkdown, clientGravatar, capabilities } = options;
    const form = {
      applyMarkdown,
      clientGravatar,
      emptyTopics: capabilities.has("empty_topic_name"),
      knows: knownTo(world, world.users.require(owner)),
      viewer: owner,
    };
    const text = joined(messageText(world, message, form), flagsText(message.flagsOf(owner)));
    const echoed = echo?.queue === queue && owner === message.sender;
    return echoed ? new EventText(`${text.text},"local_message_id":${JSON.stringify(echo.local_id)}`) : text;
  };
}

/** The queues of others that get a message: those that take every public channel, and the one that asked for it by name. */
function otherQueues({ world }: Turn, message: Message, echo: Echo | undefined): QueueId[] {
  const { channel } = message.place;
  if (channel === undefined) return [];
  const named = world.server.rulings.localEcho === "named" ? echo?.queue : undefined;
  const asking = world.channels.require(channel).invite_only ? [] : [...world.publicQueues.keys()];
  const isOfSender = (queue: Queue | undefined): boolean => queue?.options.owner === message.sender;
  if (named !== undefined && isOfSender(world.queues.get(named)) && !asking.includes(named)) asking.push(named);
  return asking.filter((id) => !message.received.has(world.queues.require(id).options.owner)).sort();
}

/**
 * Sends `message` of a new message to the queues of all who received it, to those that take every public channel, and to the one that
 * asked for it by name.
 */
export function announceMessage(turn: Turn, message: Message, echo?: Echo): void {
  if (turn.world.queues.size === 0) return;
  const payload = payloadOf(turn, message, echo);
  deliver(turn, message.received, "message", payload);
  offer(turn, otherQueues(turn, message, echo), "message", payload);
}
