import { refused, succeeded, typed } from "../expect.ts";
import type { Actor, Event, EventQueue, Session } from "./session.ts";
import { Differs } from "./verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An id that no message, account or channel has. */
export const noId = 2_000_000_000;

/** The word for direct messages that a server of the target's level knows. */
export const direct = ({ target }: Session): string => (target.level >= 174 ? "direct" : "private");

/** Sends a message and gives its id. */
export async function sent(actor: Actor, fields: Fields): Promise<number> {
  const { id } = succeeded(await actor.send("POST /messages", fields), "sending");
  typed(id, "integer", "the id of the message sent");
  return id as number;
}

/** Writes to a channel topic and gives the message's id. */
export const written = (actor: Actor, channel: number, topic: string, content = "hello"): Promise<number> =>
  sent(actor, { type: "stream", to: channel, topic, content });

/** Writes a direct message to these people and gives its id. */
export const told = (session: Session, actor: Actor, people: readonly Actor[], content = "hello"): Promise<number> =>
  sent(actor, { type: direct(session), to: people.map(({ user_id }) => user_id), content });

/** The message of an id, its content as it was sent, as somebody sees it. */
export async function fetched(actor: Actor, id: number, options: Fields = {}): Promise<Fields> {
  const fields = { apply_markdown: false, ...options };
  const { message } = succeeded(await actor.send(`GET /messages/${id}`, fields), `fetching the message ${id}`);
  typed(message, "object", "the message fetched");
  return message as Fields;
}

/** A message that is not there for somebody. */
export async function hidden(actor: Actor, id: number, why: string): Promise<void> {
  refused(await actor.send(`GET /messages/${id}`), "BAD_REQUEST", {}, `fetching a message ${why}`);
}

/** The ids of the newest messages that somebody finds by these terms, the oldest first. */
export async function found(actor: Actor, narrow: readonly Fields[]): Promise<number[]> {
  const fields = { anchor: "newest", num_before: 50, num_after: 0, narrow };
  const { messages } = succeeded(await actor.send("GET /messages", fields), "fetching messages");
  if (!Array.isArray(messages)) throw new Differs("GET /messages answers no array of messages");
  return (messages as { id: number }[]).map(({ id }) => id);
}

/** The ids of the newest messages of a topic, the oldest first. */
export const inTopic = (actor: Actor, channel: number, topic: string): Promise<number[]> =>
  found(actor, [
    { operator: "stream", operand: channel },
    { operator: "topic", operand: topic },
  ]);

/** The message that an event brings. */
export const messageIn = ({ message }: Event): Fields => (message ?? {}) as Fields;

export const brings = (event: Event, id: number): boolean => event.type === "message" && messageIn(event).id === id;

/** The event that brings a message to a queue. */
export async function arrived(queue: EventQueue, id: number): Promise<Event> {
  return (await queue.until(`the message ${id}`, (event) => brings(event, id))).at(-1)!;
}

/** Whatever a queue, of messages and more, got until now: up to a message that its owner sends to themselves. */
export async function soFar(session: Session, queue: EventQueue): Promise<Event[]> {
  const mark = await told(session, queue.actor, [queue.actor], "mark");
  return (await queue.until("a message to oneself", (event) => brings(event, mark))).slice(0, -1);
}
