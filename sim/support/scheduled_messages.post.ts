import type { ScheduledId } from "../core/ids.ts";
import type { ScheduledMessage } from "../core/personal.ts";
import { announceScheduled } from "../events/scheduled_messages.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { boolean, integer, optional, required, text } from "../protocol/params.ts";
import { futureTime, placeIds, placeType, sendableMessage } from "../requests/scheduling.ts";
import { renderedText } from "../resources/content.ts";

/**
 * POST /scheduled_messages: a message that the server is to send later.
 * @reply   scheduled_message_id
 * @refuses BAD_REQUEST: the time is not in the future; what POST /messages refuses
 */
export const scheduleMessage = writes({
  route: "POST /scheduled_messages",
  since: "schedulingEndpoint",
  params: {
    type: required(placeType),
    to: required(placeIds),
    content: required(text()),
    topic: optional(text()),
    scheduled_delivery_timestamp: required(integer),
    read_by_sender: optional(boolean, { since: "readBySender" }),
  },
  allow: anyone,
  rules: ({ realm, caller, params: { type, to, topic, content, scheduled_delivery_timestamp } }) => ({
    due: futureTime(realm, scheduled_delivery_timestamp),
    ...sendableMessage(realm, caller, { type, to, topic }, content),
  }),
  effect: ({ turn, caller, client, params: { read_by_sender }, found: { due, place, content } }) => {
    const message: ScheduledMessage = {
      id: turn.nextId("scheduled") as ScheduledId,
      user_id: caller.id,
      place,
      content: content.source,
      rendered_content: renderedText(turn.world, caller, content.source),
      due,
      client,
      read_by_sender,
      failed: false,
    };
    turn.world.scheduled.set(message.id, message);
    announceScheduled(turn, message);
    return { scheduled_message_id: message.id };
  },
});
