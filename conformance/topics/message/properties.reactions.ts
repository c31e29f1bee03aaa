import fc from "fast-check";
import { stageHistory } from "../../client/history.ts";
import { fetchAround, fetchSince, sendToChannel, shownMessage } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { addReaction } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { aHistory, emojiNames, type History } from "../../draw/histories.ts";
import { activePeople, anActor, people as everyPerson, type PersonName } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { messageToReactTo, reactionsOf, requireCodePoints } from "./reactions.ts";

/** Reactions are listed in the order in which they were made, with who made them. */
export const order = property({
  clause: [
    "message-resource/reactions-order",
    "message-resource/reaction",
    "message-resource/reaction-unicode",
    "message-resource/reaction-types",
  ],
  given: { who: anActor(), names: fc.shuffledSubarray([...emojiNames], { minLength: 2 }) },
  examples: [{ who: "alice", names: ["tada", "smile"] }],
  async holds(session, { who, names }) {
    const { expect } = session;
    const actor = session.actor(who);
    const id = await messageToReactTo(session, who);
    for (const name of names) await addReaction(actor, id, name);
    const message = await shownMessage(actor, id);
    const reactions = reactionsOf(expect, message);
    const actual = reactions.map(({ emoji_name, user_id, reaction_type }) => ({ emoji_name, user_id, reaction_type }));
    const expected = names.map((emoji_name) => ({ emoji_name, user_id: actor.user_id, reaction_type: "unicode_emoji" }));
    expect.same(actual, expected, "the reactions");
    for (const reaction of reactions) requireCodePoints(expect, reaction);
    const listed = expect.first(await expect.accepted(fetchAround(actor, id)), "the message in a list");
    expect.same(listed.reactions, message.reactions, "the reactions in a list");
  },
});

/** One message with reactions of two people. */
const reacted: History = [
  { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
  { act: "react", by: "bob", back: 0, emoji: "tada" },
  { act: "react", by: "alice", back: 0, emoji: "smile" },
  { act: "react", by: "alice", back: 0, emoji: "tada" },
];

/** Different people's reactions are each their own, in the order in which they were made, whatever was taken away between them. */
export const people = property<{ readonly history: History; readonly who: PersonName }>({
  clause: ["message-resource/reaction", "message-resource/reactions-order", "message-resource/reactions"],
  given: {
    history: aHistory({ messages: [1, 3], people: ["alice", "bob", "cara", "gus", "robo"], acts: ["reaction"] }),
    who: anActor(...activePeople),
  },
  examples: [
    { history: reacted, who: "alice" },
    {
      history: [...reacted, { act: "unreact", by: "bob", back: 0, emoji: "tada" }, { act: "react", by: "bob", back: 0, emoji: "tada" }],
      who: "bob",
    },
  ],
  async holds(session, { history, who }) {
    const { expect } = session;
    const received = (await stageHistory(session, history)).receivedBy(who);
    if (received.length === 0) throw new Untestable(`nothing was sent to ${who}`);
    const listed = await expect.accepted(fetchSince(session.actor(who), itemAt(received, 0).id, []));
    for (const { id, reactions } of received) {
      const message = expect.present(
        listed.find((one) => one.id === id),
        `the message ${id} in a list`,
      );
      const actual = reactionsOf(expect, message).map(({ user_id, emoji_name }) => [user_id, emoji_name]);
      const made = reactions.map(({ by, emoji }) => [session.actor(by).user_id, emoji]);
      expect.same(actual, made, `the reactions to the message ${id} for ${who}`);
    }
  },
});

/** A message without a topic takes reactions like any other. */
export const withoutTopic = property({
  clause: ["message-resource/reactions", "message-resource/subject-empty-topic"],
  given: { who: anActor(...everyPerson), name: fc.constantFrom(...emojiNames) },
  examples: [{ who: "alice", name: "smile" }],
  async holds(session, { who, name }) {
    const { expect } = session;
    const actor = session.actor(who);
    const id = await sendToChannel(actor, session.channels.general, "", "without a topic");
    const { reactions: before, ...others } = await shownMessage(actor, id);
    expect.same(before, [], "the reactions of a fresh message");
    expect.same(others.subject, await emptyTopicName(actor), "the subject without a topic");
    await addReaction(actor, id, name);
    const { reactions: after, ...rest } = await shownMessage(actor, id);
    expect.same(rest, others, "everything but the reactions");
    expect.same(expect.list(after, "reactions").length, 1, "the number of reactions");
  },
});
