import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { stageHistory } from "../../client/history.ts";
import { itemAt } from "../../client/json.ts";
import { addReaction, addSubmessage, fetchSince, listedMessage, type Message, sendToChannel, shownMessage } from "../../client/messages.ts";
import { ifTold, stateOf } from "../../client/registration.ts";
import { type Property, property } from "../../declare/property.ts";
import { aHistory, type History } from "../../draw/histories.ts";
import { activePeople, anActor, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { at, type Body, type Checks, isEqual, prepared, Untestable } from "../../expect.ts";
import { reactionTypes } from "../../text/index.ts";

/** Returns the reactions of a message, each with its fields. */
const reactionsOf = (expect: Checks, { reactions }: Message): readonly Body[] =>
  expect
    .objects(reactions, "reactions")
    .map(({ emoji_name, emoji_code, reaction_type, user_id }) => ({ emoji_name, emoji_code, reaction_type, user_id }));

/** Requires a code that is the code points of an emoji, in hexadecimal, joined by dashes. */
function requireCodePoints(expect: Checks, { emoji_name, emoji_code }: Body): void {
  const code = expect.text(emoji_code, "emoji_code");
  const points = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code) ? code.split("-").map((point) => Number.parseInt(point, 16)) : [];
  const isEmoji = points.length > 0 && points.every((point) => point <= 0x10ffff) && /\p{Emoji}/u.test(String.fromCodePoint(...points));
  expect.holds(isEmoji, `the emoji_code ${code} of ${emoji_name} is no emoji`, "message-resource/reaction-unicode");
}

const isOfNoType = ({ reaction_type }: Body): boolean => typeof reaction_type === "string" && !reactionTypes.includes(reaction_type);

/** Returns the clause by which reactions are to be as expected, where that is not the one about their fields. */
function clauseOfReactions(shown: readonly Body[], expected: readonly Body[]): string | undefined {
  const isThere = (one: Body): boolean => shown.some((other) => isEqual(one, other));
  if (shown.length !== expected.length) return "message-resource/reactions";
  if (expected.every(isThere)) return "message-resource/reactions-order";
  return shown.some(isOfNoType) ? "message-resource/reaction-types" : undefined;
}

const reacted: History = [
  { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
  { act: "react", by: "bob", back: 0, emoji: "tada" },
  { act: "react", by: "alice", back: 0, emoji: "smile" },
  { act: "react", by: "alice", back: 0, emoji: "tada" },
];

/**
 * Different people's reactions are each their own, in the order in which they were made, whatever was taken away between them; for whoever reads
 * the message, in a list and alone.
 */
export const reactions = property({
  clause: ["reaction", "reactions-order", "reactions", "reaction-unicode", "reaction-types"].map((each) => `message-resource/${each}`),
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
  async holds(session, { history, who }, expect) {
    const actor = session.actor(who);
    const received = (await stageHistory(session, history)).receivedBy(who);
    if (received.length === 0) throw new Untestable(`nothing was sent to ${who}`);
    const listed = await expect.accepted(fetchSince(actor, itemAt(received, 0).id, []));
    for (const { id, reactions: made } of received) {
      const shown = await shownMessage(actor, id);
      const all = reactionsOf(expect.against("message-resource/reactions"), shown);
      const reaction_type = "unicode_emoji";
      const expected = made.map(({ by, emoji: emoji_name }) => ({ emoji_name, reaction_type, user_id: session.actor(by).user_id }));
      const facts = all.map(({ emoji_code: _, ...reaction }) => reaction);
      expect.same(facts, expected, `the reactions to the message ${id} for ${who}`, clauseOfReactions(facts, expected));
      for (const reaction of all) requireCodePoints(expect, reaction);
      expect.same(listed.find((one) => one.id === id)?.reactions, shown.reactions, `the reactions to the message ${id} in a list`);
    }
  },
});

type Shown = Readonly<Record<"reaction_type" | "emoji_name" | "emoji_code", string>>;

/** An emoji as it is shown, without the code points that only choose how it is drawn, which servers write or not, and hexadecimal in small letters. */
function plainly(emoji: Body): Body {
  const code = String(emoji.emoji_code);
  return { ...emoji, emoji_code: emoji.reaction_type === "unicode_emoji" ? code.toLowerCase().replaceAll(/-fe0f\b/g, "") : code };
}

/** Whoever reacts to whose message with an emoji of a kind, the reaction shows it so. @param known returns some that the server may have */
const shows = (words: string, known: (actor: Actor) => Shown | Promise<Shown>, ...others: readonly Shown[]): Property =>
  property({
    clause: [words, "reaction-types"].map((each) => `message-resource/${each}`),
    given: { who: anActor(), by: anActor() },
    examples: [{ who: "alice", by: "bob" }],
    async holds(session, { who, by }, expect) {
      const actor = session.actor(by);
      let emoji: Shown | undefined;
      const id = await sendToChannel(session.actor(who), session.channels.general, session.fresh(), "react to this");
      for (const one of [await known(actor), ...others]) emoji ??= await ifTold(addReaction(actor, id, one.emoji_name).then(() => one));
      prepared.present(emoji, "an emoji that the server knows");
      const shown = expect.first(reactionsOf(expect, await shownMessage(actor, id)), "the reaction");
      const clause = isOfNoType(shown) ? "message-resource/reaction-types" : undefined;
      expect.same(plainly(shown), plainly({ ...emoji, user_id: actor.user_id }), "the reaction", clause);
    },
  });

/** A custom emoji is known by its id. */
export const custom = shows("reaction-realm", async ({ session }) => {
  const emoji_name = session.fresh("custom").replace(/\W/g, "_").toLowerCase();
  const { id } = await session.steering.act({ action: "add_emoji", name: emoji_name });
  return { reaction_type: "realm_emoji", emoji_name, emoji_code: String(prepared.present(id, "the id of an emoji that was added")) };
});

/** The emoji that servers bring along beside Unicode is known by its name. */
export const extra = shows("reaction-extra", async (actor) => {
  const own = Object.values(prepared.object(await stateOf(actor, "realm_emoji"), "realm_emoji in a registration"));
  if (own.some((emoji) => at(emoji, "name") === "zulip" && at(emoji, "deactivated") !== true))
    throw new Untestable("the organization has an emoji of its own that is called zulip");
  return { reaction_type: "zulip_extra_emoji", emoji_name: "zulip", emoji_code: "zulip" };
});

/** The code of an emoji of several code points has all of them, the joiners that hold them together too. */
export const joined = shows(
  "reaction-unicode",
  () => ({ reaction_type: "unicode_emoji", emoji_name: "astronaut", emoji_code: "1f9d1-200d-1f680" }),
  { reaction_type: "unicode_emoji", emoji_name: "rainbow_flag", emoji_code: "1f3f3-fe0f-200d-1f308" },
);

/** Additions of integrations to a message are listed with it, in the order in which they were made. */
export const submessages = property({
  clause: ["submessage", "submessages"],
  given: { who: anActor(...people), options: fc.array(aPhrase, { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", options: ["one", "two", "three", "four"] }],
  async holds(session, { who, options }, expect) {
    const actor = session.actor(who);
    const id = await sendToChannel(actor, session.channels.general, session.fresh(), "a poll");
    const isListed = expect.against("message-resource/submessages");
    isListed.same((await shownMessage(actor, id)).submessages, [], "the submessages of a message without any");
    const contents = options.map((option, i) => JSON.stringify({ type: "new_option", idx: i + 1, option }));
    for (const content of contents) await addSubmessage(actor, id, content);
    const added = isListed.objects((await shownMessage(actor, id)).submessages, "submessages");
    const actual = added.map(({ message_id, sender_id, msg_type, content }) => ({ message_id, sender_id, msg_type, content }));
    const expected = contents.map((content) => ({ message_id: id, sender_id: actor.user_id, msg_type: "widget", content }));
    expect.same(actual, expected, "the submessages");
    const ids = added.map((submessage) => expect.integer(submessage.id, "the id of a submessage"));
    expect.same(new Set(ids).size, ids.length, "the number of different ids of submessages");
    expect.same((await listedMessage(actor, id)).submessages, added, "the submessages in a list");
  },
});
