import fc from "fast-check";
import { mostly, truth } from "../draw/combinators.ts";
import { atOf } from "../draw/symbols.ts";
import type { TargetFacts } from "../draw/target-facts.ts";
import type { Step } from "../play/scenario.ts";

/** Steps about one topic of one channel and one queue of each account, which are what actors get into each other's way with. */

export type DrawnStep = fc.Arbitrary<Step>;

const topic = { ref: "fresh", of: "lunch" };

const contents = fc.constantFrom("hi", "soup at noon", "**bold** plans", "/me waits", "see https://example.com/menu");

/** One of the messages of the beginning. */
const message = fc.constantFrom(0.99, 0.5, 0.1).map((at) => ({ ref: "message", at }));

/** The channel where the actors meet; undefined where the target gives none. */
export const placeOn = ({ channels }: TargetFacts): string | undefined => (channels.includes("general") ? "general" : channels[0]);

export const stepBy = (as: string, op: string, fields: Step["fields"]): Step => ({ as, op, fields });

/** A step with drawn fields. */
const drawnBy = (as: string, op: string, fields: fc.Arbitrary<Step["fields"]>): DrawnStep => fields.map((given) => stepBy(as, op, given));

const capabilities = { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true };

export const registers = (as: string): Step => stepBy(as, "register.post", { fetch_event_types: [], client_capabilities: capabilities });

/** A registration that shows a part of the state. */
export const looksAt = (as: string, part: string): Step =>
  stepBy(as, "register.post", { event_types: [], fetch_event_types: [part], client_capabilities: capabilities });

/** A poll for all that a queue has since the beginning. @param count how many queues there are when it is sent */
export function polls(as: string, queue: number, count: number): Step {
  const at = atOf(queue, count);
  return stepBy(as, "events.get", { queue_id: { ref: "queue", at }, last_event_id: { ref: "event", at } });
}

export const sends = (as: string, place: string, text: string): Step =>
  stepBy(as, "messages.post", { type: "stream", to: { ref: "channel", of: place }, topic, content: text, read_by_sender: true });

/** A message to the topic, at times with local echo to the account's queue. */
export function aMessage(as: string, place: string, queue: number, count: number): DrawnStep {
  const echo = fc.constantFrom("7.01", "7.02").map((local_id) => ({ queue_id: { ref: "queue", at: atOf(queue, count) }, local_id }));
  return fc
    .record({ content: contents, read_by_sender: truth, more: mostly([2, {}], [1, echo]) })
    .map(({ content: text, read_by_sender, more }) => {
      const step = sends(as, place, text);
      return { ...step, fields: { ...step.fields, read_by_sender, ...(more as object) } };
    });
}

const narrowTo = (place: string) => [
  { operator: "channel", operand: { ref: "channel name", of: place } },
  { operator: "topic", operand: topic },
];

/** All messages of the topic. */
export const fetches = (as: string, place: string): Step =>
  stepBy(as, "messages.get", { anchor: "newest", num_before: 50, num_after: 0, narrow: narrowTo(place), apply_markdown: false });

export const aWindow = (as: string, place: string): DrawnStep =>
  fc
    .constantFrom({ anchor: "newest", num_before: 50, num_after: 0 }, { anchor: "oldest", num_before: 0, num_after: 50 })
    .map((window) => stepBy(as, "messages.get", { ...window, narrow: narrowTo(place) }));

export const aFetch = (as: string): DrawnStep => drawnBy(as, "messages-id.get", fc.record({ message_id: message }));

export const aDeletion = (as: string): DrawnStep => drawnBy(as, "messages-id.delete", fc.record({ message_id: message }));

export const aTyping = (as: string, place: string): DrawnStep =>
  fc
    .constantFrom("start", "start", "stop")
    .map((op) => stepBy(as, "typing.post", { op, type: "stream", stream_id: { ref: "channel", of: place }, topic }));

export const aPolicy = (as: string, place: string): DrawnStep =>
  fc
    .constantFrom(0, 1, 2, 3)
    .map((visibility_policy) => stepBy(as, "user_topics.post", { stream_id: { ref: "channel", of: place }, topic, visibility_policy }));
