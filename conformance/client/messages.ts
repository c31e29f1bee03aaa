import { at, type Body, type Checks, Differs, type Expect, jsonText, prepared, Unprepared, Untestable } from "../expect.ts";
import { levelOf, message } from "../text/index.ts";
import { codes } from "../text/limits.ts";
import type { Actor, EventQueue, Extra, ServerEvent } from "./actor.ts";
import { isObject, itemAt } from "./json.ts";
import { levels } from "./levels.ts";
import { capabilities, standing, subscribedOf } from "./registration.ts";
import type { Session } from "./session.ts";
import { isKnown, type Reply } from "./target.ts";

/** Requires content as HTML: an element, and of a text in bold one that says so. @param source the Markdown */
export function requireHtmlOf(expect: Expect, source: unknown, html: unknown): void {
  const text = expect.text(html, "the content as HTML");
  // A text without markup may be its own HTML.
  const isPlain = /^[\p{L}\p{N} ]*$/u.test(String(source));
  expect.holds(isPlain || text !== source, `the HTML of ${source} is ${text}`);
  if (String(source).startsWith("**bold**")) expect.holds(/<(b|strong)>bold<\/\1>/.test(text), `the HTML of bold text is ${text}`);
}

/** A message as a target shows it. */
export type Message = Body & { readonly id: number };

/** The fields of a message that the specification knows; a server may have more. */
const specified: ReadonlySet<string> = new Set([...Object.keys(message.fields), "display_recipient"]);

/** Returns a message without fields that the specification does not know. */
export const withoutOthers = (shown: Body): Body => Object.fromEntries(Object.entries(shown).filter(([name]) => specified.has(name)));

/** A term of a narrow. */
export interface Term {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated?: boolean;
}

/** The word for direct messages that a server of the actor's target knows. */
export const directType = ({ level }: Actor): string => (level >= levels.directType ? "direct" : "private");

/** The operator for channels that a server of the actor's target knows. */
export const channelOperator = ({ level }: Actor): string => (level >= levels.channelNarrows ? "channel" : "stream");

/** The operator for sets of channels, such as the public ones, that a server of the actor's target knows. */
export const channelsOperator = ({ level }: Actor): string => (level >= levels.channelNarrows ? "channels" : "streams");

/** Sends a message. Returns its id. @throws Unprepared: it is refused */
export async function sendMessage(actor: Actor, fields: Body, extra: Extra = {}): Promise<number> {
  const { id } = await actor.prepare("POST /messages", fields, extra);
  return prepared.integer(id, "the id in the answer to POST /messages");
}

/** The fields of a message to a topic of a channel. */
export const channelFields = (to: number | string, topic: string, content = "hello") => ({ type: "stream", to, topic, content });

/** Sends a message to a topic of a channel. Returns its id. @throws Unprepared: it is refused */
export const sendToChannel = (actor: Actor, channel: number, topic: string, content = "hello", more: Body = {}): Promise<number> =>
  sendMessage(actor, { ...channelFields(channel, topic, content), ...more });

/** The fields of a message to people, by their ids. */
export const directFields = (actor: Actor, to: readonly Actor[], content: string): Body & { readonly content: string } => ({
  type: directType(actor),
  // On a server that tells no ids people are known by their addresses.
  to: to.every(({ member }) => isKnown(member)) ? to.map(({ user_id }) => user_id) : to.map(({ email }) => email),
  content,
});

/** Sends a direct message. Returns its id. @throws Unprepared: it is refused */
export const sendDirect = (actor: Actor, to: readonly Actor[], content = "hello"): Promise<number> =>
  sendMessage(actor, directFields(actor, to, content));

/** Sends a message to oneself: it needs no channel and reaches nobody else. Returns its id. @throws Unprepared: it is refused */
export const sendToSelf = (actor: Actor, content = "a note"): Promise<number> => sendDirect(actor, [actor], content);

const wholeMessages = levelOf("messages-id.get", "message");

/** Returns the message in an answer to GET /messages/{message_id}. @throws Unprepared: it holds none */
const messageIn = (reply: Reply): Message =>
  prepared.object(prepared.succeeded(reply, "GET /messages/{message_id}").message, "the message of GET /messages/{message_id}") as Message;

/**
 * Returns one message by its id, its content as HTML unless `form` says otherwise. Servers that told but the source of a single message
 * are asked for a list of it. @throws Unprepared: it is refused
 */
export async function fetchMessage(actor: Actor, id: number, form: Body = {}, extra: Extra = {}): Promise<Message> {
  if (actor.level >= wholeMessages) return messageIn(await actor.send(`GET /messages/${id}`, form, extra));
  const window = { anchor: id, num_before: 0, num_after: 0, client_gravatar: false, ...form };
  const find = async (narrow: readonly Term[]): Promise<Message | undefined> =>
    messagesIn(await actor.send("GET /messages", { ...window, narrow }, extra)).find((message) => message.id === id);
  const found = (await find([])) ?? (await find([{ operator: "streams", operand: "public" }]));
  return prepared.present(found, "the message of GET /messages, from its id to its id");
}

/** Returns one message by its id, where how it is shown is what the property is about. @throws Differs: it is not shown */
export const shownMessage = (actor: Actor, id: number, form: Body = {}): Promise<Message> =>
  actor.expect.accepted(fetchMessage(actor, id, form));

/**
 * Returns the messages in an answer to GET /messages.
 * @param checks where the request is what the property is about: its checks, which throw Differs
 * @throws Unprepared: it holds no list of objects with ids
 */
export function messagesIn(reply: Reply, checks: Checks = prepared): readonly Message[] {
  const messages = checks.objects(checks.succeeded(reply, "GET /messages").messages, "the messages of GET /messages");
  for (const { id } of messages) checks.integer(id, "the id of a message of GET /messages");
  return messages as readonly Message[];
}

/** Returns the newest messages of a narrow, up to 1000, the oldest first. @throws Unprepared: the request is refused */
export const fetchMessages = async (actor: Actor, narrow: readonly unknown[], form: Body = {}): Promise<readonly Message[]> =>
  messagesIn(await actor.send("GET /messages", { anchor: "newest", num_before: 1000, num_after: 0, narrow, ...form }));

/** Returns the messages of a narrow from an id on, up to 1000, the oldest first. @throws Unprepared: the request is refused */
export const fetchSince = async (actor: Actor, id: number, narrow: readonly unknown[], form: Body = {}): Promise<readonly Message[]> =>
  messagesIn(await actor.send("GET /messages", { anchor: id, num_before: 0, num_after: 1000, narrow, ...form }));

/** Returns one message as a window around it shows it; none where the window is empty. @throws Unprepared: the request is refused */
export const fetchAround = async (actor: Actor, id: number, form: Body = {}): Promise<readonly Message[]> =>
  messagesIn(await actor.send("GET /messages", { anchor: id, num_before: 0, num_after: 0, ...form }));

/**
 * Returns which of some messages match a narrow, by the texts of their ids, with what is told of each.
 * @throws Unprepared: the request is refused, or answered by no object
 */
export async function fetchMatches(actor: Actor, msg_ids: readonly number[], narrow: readonly unknown[]): Promise<Body> {
  const { messages } = await actor.prepare("GET /messages/matches_narrow", { msg_ids, narrow });
  return prepared.object(messages, "the messages that match a narrow");
}

export const idsOf = (messages: readonly Message[]): number[] => messages.map(({ id }) => id);

/** The terms of one topic of a channel, which is given by name or by id, as a server of the actor's target knows them. */
export const topicNarrow = (actor: Actor, channel: string | number, topic: string): readonly Term[] => [
  { operator: channelOperator(actor), operand: channel },
  { operator: "topic", operand: topic },
];

/** Returns the ids of the newest messages of a topic, the oldest first. @throws Unprepared: the request is refused */
export const idsInTopic = async (actor: Actor, channel: number, topic: string): Promise<number[]> =>
  idsOf(await fetchMessages(actor, topicNarrow(actor, channel, topic)));

/** Returns the name of the channel that a message is in. @throws Unprepared: the message does not say it */
export async function channelNameOf(actor: Actor, id: number): Promise<string> {
  const { display_recipient } = await fetchMessage(actor, id);
  return prepared.text(display_recipient, "the display_recipient of a channel message");
}

/** Creates a channel. Returns its id. @throws Untestable: nothing does so */
export async function createChannel({ steering }: Session, name: string, subscribers: readonly string[], more: Body = {}): Promise<number> {
  const { stream_id } = await steering.act({ action: "create_channel", name, subscribers, ...more });
  return prepared.integer(stream_id, "the stream_id of a new channel");
}

/** Deletes a message that the actor may delete. @throws Unprepared: it is refused */
export async function deleteMessage(actor: Actor, id: number): Promise<void> {
  await actor.prepare(`DELETE /messages/${id}`);
}

/** Returns the message that an event brings; an empty object where it brings none. */
export const messageOf = ({ message }: ServerEvent): Body => (isObject(message) ? message : {});

/** Returns whether an event brings the message of an id. */
export const brings = (event: ServerEvent, id: number): boolean => event.type === "message" && messageOf(event).id === id;

const messageTold = "events/message-told";

/** Does as `brings`. @throws Differs: the event spells the id otherwise than the answer that gave it */
function isIt(event: ServerEvent, id: number): boolean {
  const { id: told } = event.type === "message" ? messageOf(event) : {};
  if (told !== id && String(told) === String(id))
    throw new Differs(`the id of a message in an event is ${jsonText(told)}, not ${id}`, "message-resource/id");
  return brings(event, id);
}

/** Returns the event that brings a message to a queue. @param clause the one that is broken where it does not come @throws Differs: it does not come */
export async function awaitMessage(queue: EventQueue, id: number, clause = messageTold): Promise<ServerEvent> {
  return itemAt(await queue.until(`the message ${id}`, (event) => isIt(event, id), clause), -1);
}

/** Fields by which a message is known, of which servers need not tell each in events. */
const telling = ["type", "sender_id", "subject", "content", "content_type", "display_recipient"];

/**
 * Returns the message that an event brings to a queue: what a server does not tell of it in events, as no sentence shows them, is that of a fetch.
 * @param clause as in `EventQueue.until` @throws Differs: it does not come
 */
export async function toldMessage(queue: EventQueue, id: number, clause?: string): Promise<Body> {
  const { actor } = queue;
  const told = messageOf(await awaitMessage(queue, id, clause));
  if (actor.session.isHeldToObserved || telling.every((name) => told[name] !== undefined)) return told;
  return { ...(await actor.expect.accepted(fetchMessage(actor, id))), ...told };
}

/** Returns a message as a window around it shows it. @throws Differs: it is not shown */
export const listedMessage = async (actor: Actor, id: number, form: Body = {}): Promise<Message> =>
  actor.expect.first(await actor.expect.accepted(fetchAround(actor, id, form)), "the message in a list");

/** Returns a message as the owner of a queue of messages gets it in each way, for a property that proves the clause about these events too. */
export const everyRead = async (queue: EventQueue, id: number): Promise<readonly (readonly [where: string, message: Body])[]> => [
  ["a single message", await shownMessage(queue.actor, id)],
  ["a list", await listedMessage(queue.actor, id)],
  ["an event", await toldMessage(queue, id, messageTold)],
];

/** Returns the clause that is broken where one way of `everyRead` shows something wrong. @param clause the one that is where that is no event */
export const brokenIn = (where: string, clause: string): string => (where === "an event" ? messageTold : clause);

/**
 * Returns a message as an event of a queue told it, with its content as Markdown, which registrations ask for: that of a fetch where the event has HTML,
 * as no sentence says which, and the fetch shows the same HTML.
 */
export async function toldInMarkdown({ actor }: EventQueue, told: Body): Promise<Body> {
  if (actor.session.isHeldToObserved || told.content_type !== "text/html") return told;
  const { content } = await actor.expect.accepted(fetchMessage(actor, Number(told.id)));
  return told.content === content ? { ...told, content: (await actor.expect.accepted(fetchSource(actor, Number(told.id)))).content } : told;
}

/** The content of a message to oneself by whose event a queue is known to have got all that came before. */
export const markContent = "mark";

/** Returns what a queue, of messages and more, got until now: up to a message that its owner sends to themselves. */
export async function eventsSoFar(queue: EventQueue): Promise<ServerEvent[]> {
  const mark = await sendToSelf(queue.actor, markContent);
  // That this one does not come is no matter of what is tried.
  return (await queue.until("a message to oneself", (event) => isIt(event, mark), messageTold)).slice(0, -1);
}

/**
 * Requires that the messages of a content that a queue got until now are those of some ids. Of a deaf queue answers alone are looked at.
 * @param clause the clause that is broken where one arrives that was sent before them, or any where none is to, where it is not the property's first
 */
export async function requireArrivals(
  queue: EventQueue,
  content: string,
  ids: readonly number[],
  what: string,
  clause?: string,
): Promise<void> {
  if (queue.isDeaf) return;
  const messages = (await eventsSoFar(queue)).filter(({ type }) => type === "message").map(messageOf);
  // Whether events have HTML or Markdown no sentence says.
  const isAsSent = queue.actor.session.isHeldToObserved;
  const isOf = ({ id, content: told }: Body): boolean => {
    if (isInOwnWords(queue.actor.session, told)) return ids.includes(Number(id));
    return isAsSent ? told === content : String(told).includes(content);
  };
  const arrived = messages.filter(isOf).map(({ id }) => id);
  const isBefore = arrived.some((id) => !(Number(id) >= Number(ids[0])));
  const isAgain = new Set(arrived).size < arrived.length;
  const isUntold = ids.some((id) => !arrived.includes(id));
  queue.actor.expect.same(arrived, ids, what, isAgain || isUntold ? messageTold : isBefore ? clause : undefined);
}

/** Returns a message with its content as Markdown. @throws Unprepared: the request is refused */
export const fetchSource = (actor: Actor, id: number, form: Body = {}): Promise<Message> =>
  fetchMessage(actor, id, { apply_markdown: false, ...form });

/** Sends a message to oneself. Returns it as it is fetched. @throws Unprepared: either is refused */
export const noteToSelf = async (actor: Actor, content: string): Promise<Message> => fetchMessage(actor, await sendToSelf(actor, content));

/** Requires a message that is not there for somebody. */
export async function requireHidden(actor: Actor, id: number, why: string, expect: Checks = actor.expect): Promise<void> {
  expect.refused(await actor.send(`GET /messages/${id}`), codes.badRequest, {}, `fetching a message ${why}`);
}

/** Does what no specified endpoint does: by the control API, or else by an endpoint that running servers have beside the specified ones. */
async function stage(actor: Actor, action: Body, route: string, fields: Body): Promise<void> {
  const { control } = actor.session;
  if (control) return void (await control.act({ ...action, as: actor.name }));
  const { status, body } = await actor.send(route, fields);
  if (status !== 200)
    throw new Unprepared(`the target has no control API, and ${route} answers ${status} ${String(body.code ?? "")}`.trimEnd());
}

/** Changes the content, the topic or the channel of a message. */
export const editMessage = (actor: Actor, id: number, change: { content?: string; topic?: string; stream_id?: number }): Promise<void> =>
  stage(actor, { action: "edit_message", message_id: id, ...change }, `PATCH /messages/${id}`, {
    ...change,
    send_notification_to_new_thread: false,
  });

/** Reacts to a message. */
export const addReaction = (actor: Actor, id: number, emoji_name: string): Promise<void> =>
  stage(actor, { action: "react", message_id: id, emoji_name }, `POST /messages/${id}/reactions`, { emoji_name });

/** Adds data of an integration to a message. */
export function addSubmessage(actor: Actor, message_id: number, content: string): Promise<void> {
  const fields = { message_id, msg_type: "widget", content };
  return stage(actor, { action: "add_submessage", ...fields }, "POST /submessage", fields);
}

/** Sets or removes the actor's flag of a message. */
export const setFlag = (actor: Actor, id: number, name: string, op: "add" | "remove" = "add"): Promise<void> =>
  stage(actor, { action: "set_flag", message_id: id, flag: name, op }, "POST /messages/flags", { messages: [id], flag: name, op });

/** Lets seven seconds pass where that takes no waiting and nobody else notices. */
export async function letTimePass({ target, control }: Session): Promise<void> {
  if (target.kind === "embedded") await control?.advance(7000);
}

/** Returns the id of a person in a typing event, in whatever way it is told: as it is, or in a record. */
export const personIn = (told: unknown): unknown => (typeof told === "number" ? told : (at(told, "user_id") ?? at(told, "id")));

/** Registers a queue of typing notifications. */
export const listenForTyping = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["typing", "message"], client_capabilities: capabilities });

/** Whether one of some values stands anywhere in another. */
export const holdsAny = (value: unknown, wanted: readonly unknown[]): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some((inner) => holdsAny(inner, wanted)) : wanted.includes(value);

/** Whether an event does not tell what it may tell in a server's own words, as no sentence says how events look. */
export const isInOwnWords = ({ isHeldToObserved }: Session, told: unknown): boolean => (told ?? null) === null && !isHeldToObserved;

/** Requires fields of an event by which it can be read. @throws Untestable: the server tells one of them in words of its own */
export function requireNamed(session: Session, event: Body, ...fields: readonly string[]): void {
  const missing = fields.find((field) => isInOwnWords(session, event[field]));
  if (missing !== undefined) throw new Untestable(`${String(event.type)} events have no ${missing}, which no sentence names`);
}

/** Whether an event of typing is of somebody: by its `sender`; where a server tells that in words of its own, by any value that is the id or the address of that person. */
function isTypingBy({ id: _, ...event }: ServerEvent, person: Actor): boolean {
  const told = at(event, "sender", "user_id");
  return isInOwnWords(person.session, told) ? holdsAny(event, [person.user_id, person.email]) : told === person.user_id;
}

/** Returns the typing events by somebody that a queue got until now. */
export const typingEventsBy = async (queue: EventQueue, sender: Actor): Promise<ServerEvent[]> =>
  (await eventsSoFar(queue)).filter((event) => event.type === "typing" && isTypingBy(event, sender));

/** Returns the typing events by somebody that a queue got until now, without their ids. */
export const typingToldBy = async (queue: EventQueue, sender: Actor): Promise<Body[]> =>
  (await typingEventsBy(queue, sender)).map(({ id, ...told }) => told);

/** Returns what a registration tells of somebody's settings; nothing where the target registers nobody. */
const settingsOf = (person: Actor): Promise<Body> =>
  standing(person, ["user_settings"]).catch((thrown: unknown) => {
    if (person.session.target.missing?.has("POST /register")) return {};
    throw thrown;
  });

/** Makes sure that people's settings let them send typing notifications and receive them. @throws Untestable: somebody's do not */
export async function requireTypists(...people: readonly Actor[]): Promise<void> {
  for (const person of people) {
    const state = await settingsOf(person);
    for (const name of ["send_stream_typing_notifications", "send_private_typing_notifications", "receives_typing_notifications"])
      if (at(state, "user_settings", name) === false) throw new Untestable(`${person.name} has set ${name} to false`);
  }
}

/** Returns a channel that all of them are subscribed to, with no more subscribers than servers tell of typing. @throws Untestable: there is none */
export async function sharedChannel(...people: readonly [Actor, ...Actor[]]): Promise<number> {
  const channel = people[0].session.channels.general;
  const subscribers = await subscribedOf(people[0], channel);
  if (!people.every(({ user_id }) => subscribers.includes(user_id))) throw new Untestable("not all of them are subscribed to general");
  if (subscribers.length > 100) throw new Untestable("servers do not tell large channels such as general of typing");
  return channel;
}

/** Sends the actor's visibility policy for a topic. */
export const setPolicy = (actor: Actor, stream_id: number, topic: string, visibility_policy: unknown): Promise<Reply> =>
  actor.send("POST /user_topics", { stream_id, topic, visibility_policy });
