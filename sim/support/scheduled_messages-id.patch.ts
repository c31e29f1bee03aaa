import type { ScheduledMessage } from "../core/personal.ts";
import { refuse } from "../core/refusal.ts";
import { announceScheduledChange } from "../events/scheduled_messages.ts";
import { anyone, type Call, writes } from "../protocol/endpoint.ts";
import { integer, optional, text } from "../protocol/params.ts";
import { type AskedPlace, futureTime, placeIds, placeType, sendableMessage } from "../requests/scheduling.ts";
import { renderedText } from "../resources/content.ts";
import { ownScheduled } from "../rules/people/own-records.ts";

const params = {
  type: optional(placeType),
  to: optional(placeIds),
  content: optional(text()),
  topic: optional(text()),
  scheduled_delivery_timestamp: optional(integer),
};

type Request = Call<"PATCH /scheduled_messages/{scheduled_message_id}", typeof params>;

/** Refuses a change of nothing, and one of which parts are missing. */
function checkAsked({ params }: Request): void {
  const { type, to, topic } = params;
  if (Object.values(params).every((value) => value === undefined)) refuse("Nothing to change");
  if (type === undefined) return;
  if (to === undefined) refuse("Recipient required when updating type of scheduled message.");
  if ((type === "stream" || type === "channel") && topic === undefined) {
    refuse("Topic required when updating scheduled message type to channel.");
  }
}

/** The place as it is to be from now on: what is not asked for stays. */
function placeAsked({ params: { type, to, topic } }: Request, { place }: ScheduledMessage): AskedPlace {
  const former = place.type === "stream" ? [place.to] : place.to;
  return { type: type ?? place.type, to: to ?? former, topic: topic ?? (place.type === "stream" ? place.topic : undefined) };
}

/**
 * PATCH /scheduled_messages/{scheduled_message_id}: another text, place or time of a message that waits to be sent. One that failed
 * gets another chance with a new time.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: nothing to change, a type without its place, no such message (404), the time is not in the future; what
 *          POST /messages refuses
 */
export const updateScheduled = writes({
  route: "PATCH /scheduled_messages/{scheduled_message_id}",
  since: "schedulingEndpoint",
  params,
  allow: anyone,
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
    return {};
  },
});
