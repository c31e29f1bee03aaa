import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Place } from "../core/places.ts";
import type { QueueOptions } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import { shownTopic } from "../resources/message.ts";
import { deliver } from "./deliver.ts";

type MessagePlace =
  | { readonly message_type: "private" }
  | { readonly message_type: "stream"; readonly stream_id: ChannelId; readonly topic: string };

/** With the capability `bulk_message_deletion` one event has all ids, without it each message has an event of its own. */
type DeleteMessageEvent = MessagePlace & ({ readonly message_ids: readonly MessageId[] } | { readonly message_id: MessageId });

/** Ids as events list them: ascending; before level 393 in an order that clients cannot rely on. */
export const listedIds = (realm: Pick<Realm, "server">, ids: readonly MessageId[]): readonly MessageId[] =>
  has(realm, "sortedMessageIds") ? ids : ids.toReversed();

function placeFor({ world }: Turn, place: Place, { capabilities }: QueueOptions): MessagePlace {
  if (place.channel === undefined) return { message_type: "private" };
  return { message_type: "stream", stream_id: place.channel, topic: shownTopic(world, place.topic, capabilities.has("empty_topic_name")) };
}

/** Sends `delete_message` of messages that were in one place to those for whom they are gone. */
export function announceDeletion(turn: Turn, place: Place, ids: readonly MessageId[], reached: Iterable<UserId>): void {
  const message_ids = listedIds(turn.world, ids);
  deliver<DeleteMessageEvent>(turn, reached, "delete_message", (options) => {
    const where = placeFor(turn, place, options);
    if (options.capabilities.has("bulk_message_deletion")) return { message_ids, ...where };
    return message_ids.map((message_id) => ({ message_id, ...where }));
  });
}
