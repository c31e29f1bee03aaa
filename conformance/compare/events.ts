import { eventTypes } from "../catalogue/catalogue.ts";
import { at, type Body, itemAt, objectsIn } from "../client/json.ts";
import { sameHtml } from "./html.ts";
import type { MatchedIds } from "./matched-ids.ts";
import type { Comparison, Lens } from "./values.ts";

export type ComparedEvent = Body & { readonly id: number; readonly type: string };

/** The events of an answer that are compared: on a server of which the model does not know all, those that the specification names. Of the others it leaves open how and in what order they come. */
export const relevant = (events: unknown, known: boolean): ComparedEvent[] =>
  (objectsIn(events) as readonly ComparedEvent[]).filter(({ type }) => (known ? type !== "heartbeat" : eventTypes.has(type)));

/**
 * The events of the model that the target has to send too: on a server with a life of its own, not the notices of its bots, and on one that is held to
 * the text alone, no policies, of which only those that a send changes are stated to be told.
 */
export const awaited = (events: unknown, { known, observed, twins }: Lens): ComparedEvent[] =>
  relevant(events, known).filter((event) => {
    if (!observed && event.type === "user_topic") return false;
    const { sender_id } = (event.message ?? {}) as { readonly sender_id?: number };
    return known || sender_id === undefined || twins.there("user", sender_id) !== undefined;
  });

/** Whether an event of the target can be the one that the model has: a try that leaves the twins as they are. */
export function mayBe(model: ComparedEvent, target: ComparedEvent, lens: Lens): boolean {
  const { twins } = lens;
  if (model.type !== target.type) return false;
  if (model.type === "message") {
    if (twins.isUnseen("message", idIn(model))) return looksAlike(messageIn(model), messageIn(target), lens);
    return twins.there("message", idIn(model)) === idIn(target);
  }
  const names = ["op", "topic_name", "topic", "message_type"];
  const sender = (event: ComparedEvent) => (event.sender as { readonly user_id?: number } | undefined)?.user_id;
  const from = sender(model);
  const isFromSame = from === undefined || twins.there("user", from) === sender(target);
  return isFromSame && names.every((name) => model[name] === target[name]) && isToSame(model, target, twins);
}

/** Whether two events are for the same people and of the same channel, as far as they name any: others may type at the same time. */
function isToSame(model: ComparedEvent, target: ComparedEvent, twins: MatchedIds): boolean {
  const people = ({ recipients }: ComparedEvent): readonly number[] =>
    Array.isArray(recipients) ? recipients.map((person) => Number(person?.user_id)) : [];
  const [ours, theirs] = [people(model), new Set<unknown>(people(target))];
  const channel = typeof model.stream_id === "number" ? twins.there("channel", model.stream_id) : undefined;
  return (
    (channel === undefined || channel === target.stream_id) &&
    ours.length === theirs.size &&
    ours.every((id) => theirs.has(twins.there("user", id) ?? id))
  );
}

interface Message {
  readonly id?: number;
  readonly sender_id?: number;
  readonly subject?: unknown;
  readonly type?: unknown;
  readonly stream_id?: number;
  readonly display_recipient?: unknown;
  readonly content?: unknown;
}

const messageIn = ({ message }: ComparedEvent): Message => message ?? {};
const idIn = (event: ComparedEvent): number => messageIn(event).id ?? 0;

const recipientsIn = ({ display_recipient: all }: Message): readonly number[] =>
  Array.isArray(all) ? all.map((person) => Number(person?.id)) : [];

/** Whether two messages stand in the same channel, or between the same people. */
function isInSame(model: Message, target: Message, twins: MatchedIds): boolean {
  const channel = model.stream_id === undefined ? undefined : twins.there("channel", model.stream_id);
  const [ours, theirs] = [recipientsIn(model), new Set<unknown>(recipientsIn(target))];
  return channel === target.stream_id && ours.length === theirs.size && ours.every((id) => theirs.has(twins.there("user", id)));
}

/** Whether a message of the target can be one of the model's of which no answer has told the id: by who wrote what where. */
function looksAlike(model: Message, target: Message, { twins, html }: Lens): boolean {
  const isFree = target.id !== undefined && twins.back("message", target.id) === undefined;
  const isFromSame = model.sender_id !== undefined && twins.there("user", model.sender_id) === target.sender_id;
  const isAlike = isFromSame && model.type === target.type && model.subject === target.subject && isInSame(model, target, twins);
  return isFree && isAlike && sameHtml(String(model.content), String(target.content), html, twins);
}

/** People, each once: some servers name somebody in `recipients` as often as the request did. */
function eachOnce(people: readonly unknown[]): readonly unknown[] {
  const byId = new Map(people.map((person) => [(person as { readonly user_id?: unknown } | null)?.user_id, person]));
  return [...byId.values()];
}

/** An event without its own id, which counts in its queue only. */
function bare({ id: _, ...event }: ComparedEvent): Body {
  return Array.isArray(event.recipients) ? { ...event, recipients: eachOnce(event.recipients) } : event;
}

const isAboutFlags = ({ type, all }: ComparedEvent): boolean => type === "update_message_flags" && all === false;

/** Events with neighbours about the same flag as one: a server may send them so or apart. */
function joined(events: readonly ComparedEvent[]): ComparedEvent[] {
  const all: ComparedEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const isSame = last && isAboutFlags(event) && isAboutFlags(last) && event.op === last.op && event.flag === last.flag;
    if (!isSame) all.push(event);
    else all[all.length - 1] = { ...last, ...event, id: last.id, messages: [last.messages, event.messages].flat() };
  }
  return all;
}

/** Returns where an event of the model stands in its answer: paths count all events, also those that are not compared. */
const placeIn = (all: unknown, { id }: ComparedEvent): string =>
  `events[${(all as readonly ComparedEvent[]).findIndex((other) => other.id === id)}]`;

function compareAll(seen: Comparison, answer: unknown, all: readonly ComparedEvent[], given: readonly ComparedEvent[]): void {
  const [ours, theirs] = [joined(all), joined(given)];
  if (ours.length !== theirs.length) {
    const types = (events: readonly ComparedEvent[]) => events.map(({ type }) => type);
    seen.note("events", types(ours), types(theirs));
    return;
  }
  for (const [i, event] of ours.entries()) seen.value(bare(event), bare(itemAt(theirs, i)), placeIn(answer, event));
}

/** The model's events are among the target's, each type in its order. Events of the target about what the scenario made are all there. */
function compareAmongOthers(
  seen: Comparison,
  lens: Lens,
  answer: unknown,
  ours: readonly ComparedEvent[],
  theirs: readonly ComparedEvent[],
): void {
  const left = [...theirs];
  for (const event of ours) {
    const at = left.findIndex((other) => mayBe(event, other, lens));
    const [twin] = at === -1 ? [] : left.splice(at, 1);
    if (!twin) seen.note(placeIn(answer, event), event, undefined);
    else seen.value(bare(event), bare(twin), placeIn(answer, event));
  }
  for (const event of left) {
    if (event.type === "message" && lens.twins.back("message", idIn(event)) !== undefined) seen.note("events", undefined, event);
  }
}

export function compareEvents(seen: Comparison, lens: Lens, expected: Body, actual: Body): void {
  if (!Array.isArray(actual.events)) {
    seen.note("events", expected.events, actual.events);
    return;
  }
  const ids: unknown[] = actual.events.map((event) => at(event, "id"));
  const isAfter = (id: unknown, before: unknown): boolean => typeof id === "number" && typeof before === "number" && id > before;
  if (ids.some((id, i) => i > 0 && !isAfter(id, ids[i - 1]))) seen.note("events[].id", "increasing ids", ids);
  const [ours, theirs] = [awaited(expected.events, lens), relevant(actual.events, lens.known)];
  if (lens.known) compareAll(seen, expected.events, ours, theirs);
  else compareAmongOthers(seen, lens, expected.events, ours, theirs);
}
