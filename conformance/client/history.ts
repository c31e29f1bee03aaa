import { succeeded, typed } from "../expect.ts";
import type { Actor, Session } from "./session.ts";
import type { Reply } from "./target.ts";
import { Differs, Untestable } from "./verdict.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A message as the target shows it. */
export type Shown = Fields & { readonly id: number };

export interface Term {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated?: boolean;
}

/** The id in the answer to a send. */
function sent(reply: Reply): number {
  const { id } = succeeded(reply, "POST /messages");
  if (!Number.isInteger(id)) throw new Differs(`POST /messages gives the id ${JSON.stringify(id)}`);
  return id as number;
}

/** Writes to a channel; gives the id of the message. */
export const write = async (actor: Actor, channel: number, topic: string, content: string, extra: Fields = {}): Promise<number> =>
  sent(await actor.send("POST /messages", { type: "stream", to: channel, topic, content, ...extra }));

/** Writes directly to people; gives the id of the message. Old servers have only the old word for it. */
export async function whisper(actor: Actor, to: readonly Actor[], content: string): Promise<number> {
  const message = { to: to.map(({ user_id }) => user_id), content };
  const reply = await actor.send("POST /messages", { ...message, type: "direct" });
  return sent(reply.status === 200 ? reply : await actor.send("POST /messages", { ...message, type: "private" }));
}

/** A list of objects. @throws Differs: it is something else */
export function objectsOf<T extends object = Fields>(value: unknown, what: string): readonly T[] {
  typed(value, "array", what);
  for (const item of value as unknown[]) typed(item, "object", `an item of ${what}`);
  return value as T[];
}

/** The first of a list. @throws Differs: there is none */
export function first<T>([item]: readonly T[], what: string): T {
  if (item === undefined) throw new Differs(`${what} is not there`);
  return item;
}

/** The messages of an answer to GET /messages. */
export const listed = (reply: Reply): readonly Shown[] => objectsOf<Shown>(succeeded(reply, "GET /messages").messages, "the messages");

export const idsOf = (messages: readonly Shown[]): number[] => messages.map(({ id }) => id);

/** The newest messages of a narrow, as many as a fresh topic can have. */
export const read = async (actor: Actor, narrow: readonly unknown[], form: Fields = {}): Promise<readonly Shown[]> =>
  listed(await actor.send("GET /messages", { anchor: "newest", num_before: 1000, num_after: 0, narrow, ...form }));

/** What a window has of one message and nothing beside it: the message, or nothing. */
export const alone = async (actor: Actor, id: number, form: Fields = {}): Promise<readonly Shown[]> =>
  listed(await actor.send("GET /messages", { anchor: id, num_before: 0, num_after: 0, ...form }));

/** One message by its id. */
export async function one(actor: Actor, id: number, form: Fields = {}): Promise<Shown> {
  const { message } = succeeded(await actor.send(`GET /messages/${id}`, form), "GET /messages/{message_id}");
  typed(message, "object", `the message of GET /messages/${id}`);
  return message as Shown;
}

export interface Thread {
  readonly channel: number;
  /** The channel's name. */
  readonly name: string;
  readonly topic: string;
  /** What is in the topic, oldest first. */
  readonly ids: readonly number[];
  readonly narrow: readonly Term[];
}

/** The terms of one topic in a channel. */
export const within = (channel: string, topic: string): readonly Term[] => [
  { operator: "channel", operand: channel },
  { operator: "topic", operand: topic },
];

/** Starts a topic of the general channel with some messages of Alice. */
export async function thread(session: Session, contents: readonly string[], extra: (i: number) => Fields = () => ({})): Promise<Thread> {
  const channel = session.channels.general!;
  const topic = session.fresh("thread");
  const ids: number[] = [];
  for (const [i, content] of contents.entries()) ids.push(await write(session.as.alice!, channel, topic, content, extra(i)));
  const name = await channelName(session.as.alice!, ids[0]!);
  return { channel, name, topic, ids, narrow: within(name, topic) };
}

/** The name of the channel that a message is in. */
export async function channelName(actor: Actor, id: number): Promise<string> {
  const { display_recipient: name } = await one(actor, id);
  if (typeof name !== "string") throw new Differs(`a channel message has the display_recipient ${JSON.stringify(name)}`);
  return name;
}

/** What stands for the empty topic where a client does not know of it. */
export async function emptyTopicName(actor: Actor): Promise<string> {
  const { body } = await actor.send("POST /register", { fetch_event_types: ["realm"], event_types: ["realm"] });
  const name = body.realm_empty_topic_display_name;
  if (typeof name !== "string") throw new Untestable("registration gives no realm_empty_topic_display_name");
  return name;
}

/** Sends to the empty topic; gives the id. */
export async function writeWithoutTopic(actor: Actor, channel: number): Promise<number> {
  const reply = await actor.send("POST /messages", { type: "stream", to: channel, topic: "", content: "without a topic" });
  if (reply.body.result === "error") throw new Untestable("the target takes no message without a topic");
  return sent(reply);
}
