import { indexAt, isSymbolic } from "../../draw/symbols.ts";
import { capabilities } from "./alphabet/events.ts";
import { type Goals, noGoals } from "./goals.ts";
import type { Answered, Fields } from "./outcomes.ts";
import { facetsOf, shapeOf } from "./shapes.ts";

type Event = Fields;

/** Options of a queue, beside its capabilities, that change what it is sent. */
const options = ["apply_markdown", "client_gravatar", "slim_presence", "all_public_streams"];

interface DirectMessage {
  readonly type: string;
  readonly sender_id: number;
  readonly display_recipient: readonly { readonly id: number }[] | string;
}

/** Returns where somebody stands in the message of an event: as its sender, or by the place among the recipients; nowhere in other events. */
function standing({ message }: Event, reader: number | undefined): string {
  const { type, sender_id, display_recipient } = (message ?? {}) as Partial<DirectMessage>;
  if (type !== "private" || !Array.isArray(display_recipient)) return "";
  const others = display_recipient.map(({ id }) => id).filter((id) => id !== sender_id);
  const place = reader === sender_id ? "by its sender" : `by recipient ${others.indexOf(reader ?? 0) + 1}`;
  return ` ${place} of ${others.length}`;
}

const nameOf = ({ type, op }: Event): string => `event ${String(type)} ${String(op ?? "")}`.trim();

/** Returns what an event is called, with its form. */
export const formOf = (event: Event): string => `${nameOf(event)} ${shapeOf(event)}`;

/** The goals of one event that was read of a queue registered so. */
function goalsOf(event: Event, registered: Fields, role: string, reader: number | undefined): Goals {
  const name = nameOf(event);
  const capable = (registered.client_capabilities ?? {}) as Fields;
  return {
    required: [formOf(event), ...capabilities.map((one) => `${name} ${capable[one] === true ? "with" : "without"} ${one}`)],
    telling: [`${name} is heard${standing(event, reader)} by ${role}`],
    further: [
      ...options.map((option) => `${name} ${option}=${String(registered[option])}`),
      ...facetsOf(event, 3).map((facet) => `${name} ${facet}`),
    ],
    opens: [],
  };
}

/**
 * The goals of the events that a poll answers.
 * @param queues what each queue was registered with
 * @param reader the id of the one who polls
 */
export function eventGoals(
  { step, expected: { body }, counts }: Answered,
  queues: readonly Fields[],
  role: string,
  reader?: number,
): Goals[] {
  const { queue_id } = step.fields;
  if (step.op !== "events.get" || !Array.isArray(body.events) || !isSymbolic(queue_id) || !("at" in queue_id)) return [noGoals];
  const registered = queues[indexAt(queue_id.at, counts.queue ?? 0) ?? -1] ?? {};
  return (body.events as Event[]).map((event) => goalsOf(event, registered, role, reader));
}
