import type { QueueId } from "../core/ids.ts";
import { closeQueue, queuesOf } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { type AnyEvent, sendAny } from "../events/any.ts";
import { object, wrong } from "../reader/index.ts";
import { action, always, fieldSet, noIds, optional, type ReadField } from "./action.ts";
import { member } from "./fields.ts";

/** The event queues of an account, or all. */
const queueIds = ({ world }: Turn, owner: User | undefined): QueueId[] =>
  owner ? queuesOf(world, owner.id) : [...world.queues.values()].map(({ id }) => id);

const endQueues = action({
  name: "end_queues",
  fields: fieldSet({ as: optional(member) }),
  rules: always,
  effect: (turn, { as }) => {
    for (const id of queueIds(turn, as)) closeQueue(turn, turn.world.queues.require(id));
    return noIds;
  },
});

const anEvent: ReadField<AnyEvent> = (value, at) => {
  const event = object(value, at, 'an object with a type, such as {"type": "weather"}');
  const { type, id } = event;
  if (typeof type !== "string" || type === "") return wrong(at.at("type"), type, "a text");
  if (id !== undefined) wrong(at.at("id"), id, "none: each queue counts its own");
  return { ...event, type };
};

const sendEvent = action({
  name: "send_event",
  fields: fieldSet({ event: anEvent, as: optional(member) }),
  rules: always,
  effect: (turn, { event, as }) => {
    sendAny(turn, queueIds(turn, as), event);
    return noIds;
  },
});

/** Event queues, as servers that start anew and those of later levels treat them. */
export const queueActions = [endQueues, sendEvent];
