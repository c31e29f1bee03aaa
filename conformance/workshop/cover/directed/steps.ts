import type { Fields } from "../../../draw/combinators.ts";
import { nobody } from "../../../draw/symbols.ts";
import type { Step } from "../../../play/scenario.ts";
import { capabilities } from "../alphabet/events.ts";
import { channelName, lunch, user } from "../alphabet/words.ts";

export const by = (as: string, op: string, fields: Fields = {}): Step => ({ as, op, fields });
export const act = (as: string, action: string, fields: Fields = {}): Step => by(as, "actions", { action, ...fields });
export const say = (as: string, content: unknown, to: unknown = channelName("general"), topic: unknown = lunch): Step =>
  by(as, "messages.post", { type: "stream", to, topic, content });
export const tell = (as: string, content: unknown, ...people: readonly string[]): Step =>
  by(as, "messages.post", { type: "private", to: people.map(user), content });
export const look = (as: string, ...narrow: readonly object[]): Step =>
  by(as, "messages.get", { anchor: "newest", num_before: 20, num_after: 0, narrow });
export const term = (operator: string, operand: unknown, negated = false): object => ({ operator, operand, ...(negated && { negated }) });
export const listen = (as: string, fields: Fields = {}): Step => by(as, "register.post", { fetch_event_types: [], ...fields });
export const hear = (as: string, at: number): Step =>
  by(as, "events.get", { queue_id: { ref: "queue", at }, last_event_id: { ref: "event", at } });
export const everything = Object.fromEntries(capabilities.map((name) => [name, true]));
export const setChannel = (name: string, property: string, value: unknown): Step =>
  act(nobody, "set_channel", { channel: channelName(name), property, value });
