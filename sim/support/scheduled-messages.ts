import type { ScheduledId } from "../core/ids.ts";
import type { ScheduledMessage } from "../core/personal.ts";
import { refuse } from "../core/refusal.ts";
import { announceScheduled, announceScheduledChange, announceScheduledGone } from "../events/personal.ts";
import { type Call, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { boolean, keptInteger, optional, required, text, undeclared } from "../protocol/params.ts";
import { type AskedPlace, futureTime, placeIds, placeType, sendableMessage } from "../requests/scheduling.ts";
import { renderedText } from "../resources/content.ts";
import { scheduledRecords } from "../resources/personal.ts";
import { ownScheduled } from "../rules/people/own-records.ts";

/** GET /scheduled_messages: the caller's messages that wait to be sent, the next one first. */
export const getScheduled = reads({
  route: "GET /scheduled_messages",
  since: "scheduledMessages",
  params: undeclared,
  reply: ({ realm, caller }) => ({ scheduled_messages: scheduledRecords(realm, caller) }),
});

/**
 * POST /scheduled_messages: a message that the server is to send later.
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
    scheduled_delivery_timestamp: required(keptInteger),
    read_by_sender: optional(boolean, { since: "readBySender" }),
  },
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

const changeParams = {
  type: optional(placeType),
  to: optional(placeIds),
  content: optional(text()),
  topic: optional(text()),
  scheduled_delivery_timestamp: optional(keptInteger),
};

type ChangeRequest = Call<"PATCH /scheduled_messages/{scheduled_message_id}", typeof changeParams>;

/** Refuses a change of nothing, and one of which parts are missing. */
function checkAsked({ params }: ChangeRequest): void {
  const { type, to, topic } = params;
  if (Object.values(params).every((value) => value === undefined)) refuse("Nothing to change");
  if (type === undefined) return;
  if (to === undefined) refuse("Recipient required when updating type of scheduled message.");
  if ((type === "stream" || type === "channel") && topic === undefined) {
    refuse("Topic required when updating scheduled message type to channel.");
  }
}

/** The place as it is to be from now on: what is not asked for stays. */
function placeAsked({ params: { type, to, topic } }: ChangeRequest, { place }: ScheduledMessage): AskedPlace {
  const former = place.type === "stream" ? [place.to] : place.to;
  return { type: type ?? place.type, to: to ?? former, topic: topic ?? (place.type === "stream" ? place.topic : undefined) };
}

/**
 * PATCH /scheduled_messages/{scheduled_message_id}: another text, place or time of a message that waits to be sent. One that failed
 * gets another chance with a new time.
 * @refuses BAD_REQUEST: nothing to change, a type without its place, no such message (404), the time is not in the future; what
 *          POST /messages refuses
 */
export const updateScheduled = writesOnly({
  route: "PATCH /scheduled_messages/{scheduled_message_id}",
  since: "schedulingEndpoint",
  params: changeParams,
  rules: (request) => {
    const { realm, caller, path } = request;
    checkAsked(request);
    const former = ownScheduled(realm, caller, path.scheduled_message_id);
    const due = futureTime(realm, request.params.scheduled_delivery_timestamp ?? former.due);
    const { place, content } = sendableMessage(realm, caller, placeAsked(request, former), request.params.content ?? former.content);
    const rendered_content = renderedText(realm, caller, content.source);
    return { ...former, due, place, content: content.source, rendered_content, failed: false };
  },
  effect: ({ turn, found }) => {
    turn.world.scheduled.set(found.id, found);
    announceScheduledChange(turn, found);
  },
});

/**
 * DELETE /scheduled_messages/{scheduled_message_id}: a message that is not to be sent after all.
 * @refuses BAD_REQUEST: no such message (404)
 */
export const deleteScheduled = writesOnly({
  route: "DELETE /scheduled_messages/{scheduled_message_id}",
  since: "scheduledMessages",
  rules: ({ realm, caller, path }) => ownScheduled(realm, caller, path.scheduled_message_id),
  effect: ({ turn, found: message }) => {
    turn.world.scheduled.delete(message.id);
    announceScheduledGone(turn, message);
  },
});
