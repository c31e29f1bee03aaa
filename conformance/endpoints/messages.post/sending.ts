import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { channelFields, directFields } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName, recipients } from "../../draw/people.ts";
import type { Body, Expect } from "../../expect.ts";

/** The sender of a message, and its recipients: a new topic of the channel general where nobody is named. */
interface Sending {
  readonly sender: PersonName;
  readonly to?: readonly PersonName[];
}

/** Anybody's message to a channel, to others or to themselves. */
export const aSending: fc.Arbitrary<Sending> = fc.oneof({ withCrossShrink: true }, fc.record({ sender: anActor() }), recipients());

/** A message to a channel, one to another, one to oneself. */
export const oneToEach: readonly Sending[] = [{ sender: "alice" }, { sender: "alice", to: ["bob"] }, { sender: "bob", to: ["bob"] }];

/** Returns the fields of a message. */
export const fieldsFor = (session: Session, { sender, to }: Sending, content = "hello"): Body & { readonly content: string } =>
  to === undefined
    ? channelFields(session.channels.general, session.fresh(), content)
    : directFields(session.actor(sender), session.actors(to), content);

/** Returns the ids of the people of a direct message, in ascending order. */
export const peopleOf = (expect: Expect, { display_recipient }: Body): number[] =>
  expect
    .objects(display_recipient, "the display_recipient of a direct message")
    .map(({ id }) => expect.integer(id, "the id of one of its people"))
    .sort((a, b) => a - b);

/** Requires a direct message that names its people, with their names and addresses. */
export function requirePeople(checks: Expect, message: Body, actors: readonly Actor[], what: string): void {
  const expect = checks.against("message-resource/display-recipient-direct");
  const listed = expect.objects(message.display_recipient, "display_recipient");
  const actual = listed.map(({ id, email }) => ({ id, email }));
  const expected = actors.map(({ user_id, email }) => ({ id: user_id, email }));
  // A list of other people may say to whom it was sent.
  const areThese = actual.length === expected.length && expected.every(({ id }) => actual.some((one) => one.id === id));
  (areThese ? expect : checks).sameSet(actual, expected, what);
  for (const { full_name, is_mirror_dummy } of listed) {
    expect.typed(full_name, "string", "full_name");
    expect.typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
  }
  const sender = listed.find(({ id }) => id === message.sender_id);
  expect.same(sender?.full_name, message.sender_full_name, "the sender's name among the people");
}
