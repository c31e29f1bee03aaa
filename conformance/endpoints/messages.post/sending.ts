import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { directFields, eventsSoFar, messageOf } from "../../client/messages.ts";
import { standing } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName, recipients } from "../../draw/people.ts";
import { type Body, type Expect, prepared, Untestable } from "../../expect.ts";

/** The sender of a message, and its recipients: a new topic of the channel general where nobody is named. */
interface Sending {
  readonly sender: PersonName;
  readonly to?: readonly PersonName[];
}

/** Anybody's message to a channel, to others or to themselves. */
export const aSending: fc.Arbitrary<Sending> = fc.oneof({ withCrossShrink: true }, fc.record({ sender: anActor() }), recipients());

/** A message to a channel, one to another, one to oneself. */
export const oneToEach: readonly Sending[] = [{ sender: "alice" }, { sender: "alice", to: ["bob"] }, { sender: "bob", to: ["bob"] }];

/** The fields of a message to a topic of a channel. */
export const channelFields = (to: number | string, topic: string, content = "hello") => ({ type: "stream", to, topic, content });

/** Returns the fields of a message. */
export const fieldsFor = (session: Session, { sender, to }: Sending, content = "hello"): Body & { readonly content: string } =>
  to === undefined
    ? channelFields(session.channels.general, session.fresh(), content)
    : directFields(session.actor(sender), session.actors(to), content);

/** @throws Untestable: the actor is not subscribed to the channel */
export async function requireSubscribed(actor: Actor, channel: number): Promise<void> {
  if (actor.session.target.missing?.has("POST /register")) return;
  const subscriptions = actor.session.told(await standing(actor, ["subscription"]), "subscriptions");
  if (!prepared.objects(subscriptions, "subscriptions in a registration").some(({ stream_id }) => stream_id === channel))
    throw new Untestable(`${actor.name} is not subscribed to the channel`);
}

/** Requires that the messages of a content that a queue got until now are those of some ids. Of a deaf queue answers alone are looked at. */
export async function requireArrivals(queue: EventQueue, content: string, ids: readonly number[], what: string): Promise<void> {
  if (queue.isDeaf) return;
  const messages = (await eventsSoFar(queue)).filter(({ type }) => type === "message").map(messageOf);
  const arrived = messages.filter((message) => message.content === content).map(({ id }) => id);
  queue.actor.expect.same(arrived, ids, what);
}

/** Returns the ids of the people of a direct message, in ascending order. */
export const peopleOf = (expect: Expect, { display_recipient }: Body): number[] =>
  expect
    .objects(display_recipient, "the display_recipient of a direct message")
    .map(({ id }) => expect.integer(id, "the id of one of its people"))
    .sort((a, b) => a - b);

/** Requires a direct message that names its people, with their names and addresses. */
export function requirePeople(expect: Expect, message: Body, actors: readonly Actor[], what: string): void {
  const listed = expect.objects(message.display_recipient, "display_recipient");
  const actual = listed.map(({ id, email }) => ({ id, email }));
  const expected = actors.map(({ user_id, email }) => ({ id: user_id, email }));
  expect.sameSet(actual, expected, what);
  for (const { full_name, is_mirror_dummy } of listed) {
    expect.typed(full_name, "string", "full_name");
    expect.typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
  }
  const sender = listed.find(({ id }) => id === message.sender_id);
  expect.same(sender?.full_name, message.sender_full_name, "the sender's name among the people");
}
