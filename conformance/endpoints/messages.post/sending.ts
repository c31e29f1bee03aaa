import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { directFields, eventsSoFar, fetchSource, type Message, messageOf, sendMessage } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName, recipients } from "../../draw/people.ts";
import { type Body, type Expect, prepared, Untestable } from "../../expect.ts";

/** Who sends a message, and to whom: to a new topic of the channel general where nobody is named. */
export interface Sending {
  readonly sender: PersonName;
  readonly to?: readonly PersonName[];
}

/** Anybody's message to a channel. */
const toGeneral: fc.Arbitrary<Sending> = fc.record({ sender: anActor() });

/** Anybody's message to a channel, to others or to themselves. */
export const aSending: fc.Arbitrary<Sending> = fc.oneof({ withCrossShrink: true }, toGeneral, recipients());

/** A message to a channel, one to another, one to oneself. */
export const oneToEach: readonly Sending[] = [{ sender: "alice" }, { sender: "alice", to: ["bob"] }, { sender: "bob", to: ["bob"] }];

/** The fields of a message to a topic of a channel. */
export const channelFields = (to: number | string, topic: string, content = "hello") => ({
  type: "stream",
  to,
  topic,
  content,
});

/** Returns the fields of a message. */
export const fieldsFor = (session: Session, { sender, to }: Sending, content = "hello"): Body & { readonly content: string } =>
  to === undefined
    ? channelFields(session.channels.general, session.fresh(), content)
    : directFields(session.actor(sender), peopleNamed(session, to), content);

export const peopleNamed = (session: Session, names: readonly PersonName[]): Actor[] => names.map((name) => session.actor(name));

/** @throws Untestable: the actor is not subscribed to the channel */
export async function requireSubscribed(actor: Actor, channel: number): Promise<void> {
  if (actor.session.target.missing?.has("POST /register")) return;
  const state = await register(actor, ["subscription"]);
  if (
    !prepared
      .objects(actor.session.told(state, "subscriptions"), "subscriptions in a registration")
      .some(({ stream_id }) => stream_id === channel)
  )
    throw new Untestable(`${actor.name} is not subscribed to the channel`);
}

/** Sends a message that has to be accepted. Returns it with its content as Markdown, as its sender fetches it. */
export async function sendAndFetch(actor: Actor, fields: Body): Promise<Message> {
  const id = await actor.expect.accepted(sendMessage(actor, fields));
  return actor.expect.accepted(fetchSource(actor, id));
}

/** Returns a queue of messages of an actor; undefined where the target has none, so that answers alone are looked at. */
export async function listening(actor: Actor): Promise<EventQueue | undefined> {
  const { missing } = actor.session.target;
  return missing?.has("POST /register") || missing?.has("GET /events") ? undefined : actor.queue({ event_types: ["message"] });
}

/** Requires that the messages of a content that a queue got until now are those of some ids. */
export async function requireArrivals(queue: EventQueue | undefined, content: string, ids: readonly number[], what: string): Promise<void> {
  if (queue) queue.actor.expect.same(await arrivals(queue, content), ids, what);
}

/** Returns the ids of the messages of a content that a queue got until now. */
export async function arrivals(queue: EventQueue, content: string): Promise<unknown[]> {
  const messages = (await eventsSoFar(queue)).filter(({ type }) => type === "message").map(messageOf);
  return messages.filter((message) => message.content === content).map(({ id }) => id);
}

/** Returns the ids of the people of a direct message, in ascending order. */
export const peopleOf = (expect: Expect, { display_recipient }: Body): number[] =>
  expect
    .objects(display_recipient, "the display_recipient of a direct message")
    .map(({ id }) => expect.integer(id, "the id of one of its people"))
    .sort((a, b) => a - b);

/** Returns whether a message is read for whoever fetched it. */
export const isRead = (expect: Expect, { flags }: Body): boolean => expect.list(flags, "the flags of a message").includes("read");
