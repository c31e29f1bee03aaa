import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt } from "../../client/json.ts";
import { editMessage, sendDirect, sendToChannel, shownMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { activePeople, anActor, type PersonName, participantsOf, type Recipients, recipients, twoPeople } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

const sendMail = (session: Session, { sender, to }: Recipients): Promise<number> =>
  sendDirect(session.actor(sender), session.actors(to), "hello");

const direct = (sender: PersonName, ...to: readonly PersonName[]): { readonly mail: Recipients } => ({ mail: { sender, to } });

const recipientOf = async (actor: Actor, id: number): Promise<number> =>
  actor.expect.integer((await shownMessage(actor, id)).recipient_id, "recipient_id");

/** The level from which two people are a group like any other. */
const pairsAreGroups = 482;

/** The place of a message: people, or a topic of a channel. */
type Place = { readonly mail: Recipients } | { readonly sender: PersonName; readonly channel: "general" | "quiet" | "town-square" };

const aPlace: fc.Arbitrary<Place> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.record({ mail: recipients({ from: ["alice", "bob", "cara", "dana"], max: 3 }) }) },
  fc.record({ sender: anActor("bob", "alice", "cara"), channel: fc.constantFrom("general", "quiet", "town-square") }),
);

/** Returns what stands for the recipients: their names in order, or the channel's. */
const keyOf = (place: Place): string => ("mail" in place ? participantsOf(place.mail).toSorted().join() : `#${place.channel}`);

const senderOf = (place: Place): PersonName => ("mail" in place ? place.mail.sender : place.sender);

/** Returns whether what stands for the people of a message may depend on who looks. */
const mayDependOnViewer = ({ level }: Session, place: Place): boolean =>
  level < pairsAreGroups && "mail" in place && participantsOf(place.mail).length === 2;

const inGeneral = (sender: PersonName): Place => ({ sender, channel: "general" });

/**
 * Two messages have the same recipient_id exactly where they go to the same people or channel, whoever writes and in whichever order people are
 * named; all people of a conversation see the same.
 */
export const recipientId = property({
  clause: "recipient-id",
  given: { one: aPlace, other: aPlace },
  examples: [
    { one: inGeneral("alice"), other: inGeneral("bob") },
    { one: inGeneral("bob"), other: { sender: "bob", channel: "quiet" } },
    { one: direct("alice", "alice"), other: inGeneral("alice") },
    { one: direct("alice", "alice"), other: direct("bob", "bob") },
    { one: direct("alice", "bob"), other: direct("alice", "bob") },
    { one: direct("alice", "bob"), other: direct("bob", "alice") },
    { one: direct("alice", "bob"), other: direct("alice", "alice") },
    { one: direct("alice", "bob"), other: direct("cara", "bob") },
    { one: direct("alice", "bob"), other: direct("alice", "cara") },
    { one: direct("alice", "bob", "cara"), other: direct("cara", "bob", "alice") },
    { one: direct("alice", "bob", "cara"), other: direct("alice", "bob") },
  ],
  async holds(session, { one, other }, expect) {
    const idOf = async (place: Place): Promise<number> => {
      const sender = session.actor(senderOf(place));
      if (!("mail" in place)) return recipientOf(sender, await sendToChannel(sender, session.channels[place.channel], session.fresh()));
      const id = await sendMail(session, place.mail);
      const seen: number[] = [];
      for (const reader of session.actors(participantsOf(place.mail))) seen.push(await recipientOf(reader, id));
      if (!mayDependOnViewer(session, place))
        expect.same(new Set(seen).size, 1, "the number of recipient_ids that the people of one conversation see");
      return itemAt(seen, 0);
    };
    const [ofOne, ofOther] = [await idOf(one), await idOf(other)];
    if (senderOf(one) !== senderOf(other) && [one, other].some((place) => mayDependOnViewer(session, place)))
      throw new Untestable("what stands for two people is open");
    const areOfOthers = "mail" in one && "mail" in other && senderOf(one) !== senderOf(other);
    if (areOfOthers && keyOf(one) === keyOf(other) && ofOne !== ofOther) session.needsObserved("who sends is one of the recipients");
    expect.same(ofOne === ofOther, keyOf(one) === keyOf(other), "whether the two messages have one recipient_id");
  },
});

/** Before they were a group, two people are one recipient, or each is one: the same id for messages of one to the other, whoever looks. */
export const recipientIdOfPairs = property({
  clause: "recipient-id-of-pairs",
  until: pairsAreGroups,
  given: { pair: twoPeople(...activePeople) },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair }, expect) {
    const [one, other] = session.actors(pair);
    const seen = async (sender: Actor, to: Actor): Promise<readonly number[]> => {
      const ids = [await sendDirect(sender, [to], "first"), await sendDirect(sender, [to], "second")];
      const all: number[] = [];
      for (const reader of [one, other]) {
        const [first, second] = [await recipientOf(reader, itemAt(ids, 0)), await recipientOf(reader, itemAt(ids, 1))];
        expect.same(second, first, `the recipient_id of a second message to ${to.name}, for ${reader.name}`);
        all.push(first);
      }
      return all;
    };
    const all = [...(await seen(one, other)), ...(await seen(other, one))];
    session.chooses("recipientOfPairs", new Set(all).size === 1 ? "set" : "participant");
  },
});

/** A message that moved to another channel has the recipients of one that was sent there. */
export const movedRecipients = property({
  clause: ["recipient-id", "display-recipient-channel", "stream-id"],
  given: { who: anActor("alice", "dana", "owen") },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, author] = [session.actor(who), session.as.alice];
    const { general, "town-square": square } = session.channels;
    const id = await sendToChannel(author, general, session.fresh("moved"));
    const there = await shownMessage(author, await sendToChannel(author, square, session.fresh("there")));
    const before = await shownMessage(author, id);
    await editMessage(actor, id, { stream_id: square });
    const after = await shownMessage(author, id);
    for (const [name, words] of [
      ["recipient_id", "recipient-id"],
      ["display_recipient", "display-recipient-channel"],
      ["stream_id", "stream-id"],
    ] as const) {
      const ofField = expect.against(`message-resource/${words}`);
      ofField.same(after[name], there[name], `${name} of a message that moved`);
      ofField.holds(after[name] !== before[name], `${name} of a message that moved is what it was`);
    }
  },
});
