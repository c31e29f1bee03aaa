import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchAround, type Message, sendToChannel, shownMessage } from "../../client/messages.ts";
import { emptyTopicName, stateOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { addReaction, addSubmessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { at, type Body, type Expect, prepared, Untestable } from "../../expect.ts";

interface Reaction {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
  readonly user_id: number;
}

/** Returns the reactions of a message, each with its fields. */
const reactionsOf = (expect: Expect, { reactions }: Message): readonly Reaction[] =>
  expect.objects(reactions, "reactions").map(({ emoji_name, emoji_code, reaction_type, user_id }) => ({
    emoji_name: expect.text(emoji_name, "emoji_name"),
    emoji_code: expect.text(emoji_code, "emoji_code"),
    reaction_type: expect.text(reaction_type, "reaction_type"),
    user_id: expect.integer(user_id, "the user_id of a reaction"),
  }));

/** Sends a message of alice's to react to. Returns its id. */
const messageToReactTo = (session: Session): Promise<number> =>
  sendToChannel(session.as.alice, session.channels.general, session.fresh(), "react to this");

/** Returns the text of code points in hexadecimal, joined by dashes; undefined where a code is anything else. */
function textOf(code: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/.test(code)) return undefined;
  const points = code.split("-").map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

/** Requires a code that is the code points of an emoji. */
function requireCodePoints(expect: Expect, { emoji_name, emoji_code }: Reaction): void {
  const text = textOf(emoji_code);
  expect.holds(text !== undefined, `the emoji_code of ${emoji_name} is ${emoji_code}`);
  expect.holds(/\p{Emoji}/u.test(text ?? ""), `the emoji_code ${emoji_code} of ${emoji_name} is no emoji`);
}

/** Reactions are listed in the order in which they were made, with who made them. */
export const order = property({
  clause: [
    "message-resource/reactions-order",
    "message-resource/reaction",
    "message-resource/reaction-unicode",
    "message-resource/reaction-types",
  ],
  given: { names: fc.shuffledSubarray(["smile", "tada", "octopus", "heart"], { minLength: 2 }) },
  async holds(session, { names }) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await messageToReactTo(session);
    for (const name of names) await addReaction(alice, id, name);
    const message = await shownMessage(alice, id);
    const reactions = reactionsOf(expect, message);
    const told = reactions.map(({ emoji_name, user_id, reaction_type }) => ({ emoji_name, user_id, reaction_type }));
    const expected = names.map((emoji_name) => ({ emoji_name, user_id: alice.user_id, reaction_type: "unicode_emoji" }));
    expect.same(told, expected, "the reactions");
    for (const reaction of reactions) requireCodePoints(expect, reaction);
    const listed = expect.first(await expect.accepted(fetchAround(alice, id)), "the message in a list");
    expect.same(listed.reactions, message.reactions, "the reactions in a list");
  },
});

/** Different people's reactions are each their own. */
export const people = property({
  clause: ["message-resource/reaction", "message-resource/reactions-order"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await messageToReactTo(session);
    const made = [
      [bob, "tada"],
      [alice, "smile"],
      [alice, "tada"],
    ] as const;
    for (const [actor, name] of made) await addReaction(actor, id, name);
    const expected = made.map(([{ user_id }, name]) => [user_id, name]);
    for (const reader of [alice, bob]) {
      const told = reactionsOf(expect, await shownMessage(reader, id)).map(({ user_id, emoji_name }) => [user_id, emoji_name]);
      expect.same(told, expected, `the reactions for ${reader.name}`);
    }
  },
});

/** A custom emoji is known by its id. */
export const custom = property({
  clause: "message-resource/reaction-realm",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const message = await messageToReactTo(session);
    const name = `custom_${session.fresh("e").replace(/\W/g, "_").toLowerCase()}`;
    const { id } = await session.steering.act({ action: "add_emoji", name });
    await addReaction(alice, message, name);
    const reaction = expect.first(reactionsOf(expect, await shownMessage(alice, message)), "the reaction");
    const { emoji_code, reaction_type, emoji_name } = reaction;
    expect.same([reaction_type, emoji_name, emoji_code], ["realm_emoji", name, String(id)], "the reaction");
  },
});

/** Returns the organization's own emoji by their ids. */
const customEmoji = async (actor: Actor): Promise<Body> =>
  prepared.object(await stateOf(actor, "realm_emoji"), "realm_emoji in a registration");

/** Makes sure that the emoji which servers bring along is not overridden. @throws Untestable: the organization has one by its name */
async function requireExtraEmoji(actor: Actor): Promise<void> {
  const own = Object.values(await customEmoji(actor));
  if (own.some((emoji) => at(emoji, "name") === "zulip" && at(emoji, "deactivated") !== true))
    throw new Untestable("the organization has an emoji of its own that is called zulip");
}

/** The emoji that servers bring along beside Unicode is known by its name. */
export const extra = property({
  clause: "message-resource/reaction-extra",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    await requireExtraEmoji(alice);
    const id = await messageToReactTo(session);
    await addReaction(alice, id, "zulip");
    const { emoji_code, reaction_type } = expect.first(reactionsOf(expect, await shownMessage(alice, id)), "the reaction");
    expect.same([reaction_type, emoji_code], ["zulip_extra_emoji", "zulip"], "the reaction");
  },
});

/** Each reaction's code is one of its type: a custom emoji of the organization, the name of an extra one, or else code points. */
export const namespaces = property({
  clause: [
    "message-resource/reaction-types",
    "message-resource/reaction-realm",
    "message-resource/reaction-extra",
    "message-resource/reaction-unicode",
  ],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const known = Object.keys(await customEmoji(alice));
    const id = await messageToReactTo(session);
    for (const name of ["zulip", "smile"]) await addReaction(alice, id, name);
    expect.each(reactionsOf(expect, await shownMessage(alice, id)), "reaction", (reaction) => {
      const { reaction_type, emoji_code, emoji_name } = reaction;
      if (reaction_type === "realm_emoji") expect.holds(known.includes(emoji_code), `${emoji_code} is no emoji of the organization`);
      else if (reaction_type === "zulip_extra_emoji") expect.same(emoji_code, emoji_name, "the emoji_code of an extra emoji");
      else {
        expect.same(reaction_type, "unicode_emoji", `the reaction_type of ${emoji_name}`);
        requireCodePoints(expect, reaction);
      }
    });
  },
});

/** What integrations add to a message is listed with it. */
export const submessages = property({
  clause: ["message-resource/submessage", "message-resource/submessages"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh(), "a poll");
    const contents = ['{"type":"new_option","idx":1,"option":"one"}', '{"type":"new_option","idx":2,"option":"two"}'];
    for (const content of contents) await addSubmessage(alice, id, content);
    const added = expect.objects((await shownMessage(alice, id)).submessages, "submessages");
    const told = added.map(({ message_id, sender_id, msg_type, content }) => ({ message_id, sender_id, msg_type, content }));
    const expected = contents.map((content) => ({ message_id: id, sender_id: alice.user_id, msg_type: "widget", content }));
    expect.same(told, expected, "the submessages");
    const ids = added.map((submessage) => expect.integer(submessage.id, "the id of a submessage"));
    expect.holds(ids[0] !== ids[1], "two submessages have the same id");
    const listed = expect.first(await expect.accepted(fetchAround(alice, id)), "the message in a list");
    expect.same(listed.submessages, added, "the submessages in a list");
  },
});

/** A message without a topic takes reactions like any other. */
export const withoutTopic = property({
  clause: ["message-resource/reactions", "message-resource/subject-empty-topic"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await sendToChannel(alice, session.channels.general, "", "without a topic");
    const { reactions: before, ...others } = await shownMessage(alice, id);
    expect.same(before, [], "the reactions of a fresh message");
    expect.same(others.subject, await emptyTopicName(alice), "the subject without a topic");
    await addReaction(alice, id, "smile");
    const { reactions: after, ...rest } = await shownMessage(alice, id);
    expect.same(rest, others, "everything but the reactions");
    expect.same(expect.list(after, "reactions").length, 1, "the number of reactions");
  },
});
