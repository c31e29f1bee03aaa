import fc from "fast-check";
import { fetchAround, fetchMessage, fetchMessages, type Message, sendToChannel, startThread } from "../../client/messages.ts";
import { addReaction, addSubmessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

interface Reaction {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
  readonly user_id: number;
}

const reactionsOf = ({ reactions }: Message): readonly Reaction[] => expect.objects<Reaction>(reactions, "reactions");

const types = ["unicode_emoji", "realm_emoji", "zulip_extra_emoji"];

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
    const alice = session.as.alice;
    const { ids, narrow } = await startThread(session, ["react to this"]);
    for (const name of names) await addReaction(alice, ids[0]!, name);
    const reactions = reactionsOf(await fetchMessage(alice, ids[0]!));
    expect.same(
      reactions.map(({ emoji_name }) => emoji_name),
      names,
      "the names of the reactions",
    );
    for (const { emoji_name, emoji_code, reaction_type, user_id } of reactions) {
      expect.same(user_id, alice.user_id, "the user_id of a reaction");
      expect.typed(emoji_name, "string", "emoji_name");
      expect.typed(emoji_code, "string", "emoji_code");
      expect.holds(types.includes(reaction_type), `the reaction_type ${reaction_type} does not exist`);
      expect.same(reaction_type, "unicode_emoji", `the reaction_type of ${emoji_name}`);
      expect.holds(/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/.test(emoji_code), `the emoji_code of ${emoji_name} is ${emoji_code}`);
      const text = String.fromCodePoint(...emoji_code.split("-").map((code) => Number.parseInt(code, 16)));
      expect.holds(/\p{Emoji}/u.test(text), `the emoji_code ${emoji_code} of ${emoji_name} is no emoji`);
    }
    expect.same(expect.first(await fetchMessages(alice, narrow), "the message in a list").reactions, reactions, "the reactions in a list");
  },
});

/** Different people's reactions are each their own. */
export const people = property({
  clause: ["message-resource/reaction", "message-resource/reactions-order"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const { ids } = await startThread(session, ["react to this"]);
    const made = [
      [bob, "tada"],
      [alice, "smile"],
      [alice, "tada"],
    ] as const;
    for (const [actor, name] of made) await addReaction(actor, ids[0]!, name);
    for (const reader of [alice, bob]) {
      expect.same(
        reactionsOf(await fetchMessage(reader, ids[0]!)).map(({ user_id, emoji_name }) => [user_id, emoji_name]),
        made.map(([{ user_id }, name]) => [user_id, name]),
        `the reactions for ${reader.name}`,
      );
    }
  },
});

/** A custom emoji is known by its id. */
export const custom = property({
  clause: "message-resource/reaction-realm",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids } = await startThread(session, ["react to this"]);
    const name = `custom_${session.fresh("e").replace(/\W/g, "_").toLowerCase()}`;
    const { id, emoji_id } = await session.steering.act({ action: "add_emoji", name });
    await addReaction(alice, ids[0]!, name);
    const reaction = expect.first(reactionsOf(await fetchMessage(alice, ids[0]!)), "the reaction");
    const { emoji_code, reaction_type, emoji_name } = reaction;
    expect.same([reaction_type, emoji_name, emoji_code], ["realm_emoji", name, String(id ?? emoji_id)], "the reaction");
  },
});

/** The emoji that servers bring along beside Unicode is known by its name. */
export const extra = property({
  clause: "message-resource/reaction-extra",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids } = await startThread(session, ["react to this"]);
    await addReaction(alice, ids[0]!, "zulip");
    const reaction = expect.first(reactionsOf(await fetchMessage(alice, ids[0]!)), "the reaction");
    const { emoji_code, reaction_type, emoji_name } = reaction;
    if (reaction_type === "realm_emoji" && /^\d+$/.test(emoji_code))
      throw new Untestable("the organization has an emoji of its own by that name");
    expect.same([reaction_type, emoji_code], ["zulip_extra_emoji", emoji_name], "the reaction");
  },
});

/** What integrations add to a message is listed with it. */
export const submessages = property({
  clause: ["message-resource/submessage", "message-resource/submessages"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids } = await startThread(session, ["a poll"]);
    const contents = ['{"type":"new_option","idx":1,"option":"one"}', '{"type":"new_option","idx":2,"option":"two"}'];
    for (const content of contents) await addSubmessage(alice, ids[0]!, content);
    const message = await fetchMessage(alice, ids[0]!);
    const added = expect.objects(message.submessages, "submessages");
    expect.same(
      added.map(({ message_id, sender_id, msg_type, content }) => [message_id, sender_id, msg_type, content]),
      contents.map((content) => [ids[0], alice.user_id, "widget", content]),
      "the submessages",
    );
    for (const { id } of added) expect.typed(id, "integer", "the id of a submessage");
    expect.holds(added[0]?.id !== added[1]?.id, "two submessages have the same id");
    expect.same(expect.first(await fetchAround(alice, ids[0]!), "the message in a list").submessages, added, "the submessages in a list");
  },
});

/** A message without a topic takes reactions like any other. */
export const withoutTopic = property({
  clause: ["message-resource/reactions", "message-resource/subject-empty-topic"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const id = await sendToChannel(alice, session.channels.general, "", "without a topic");
    const before = await fetchMessage(alice, id);
    expect.same(before.reactions, [], "the reactions of a fresh message");
    await addReaction(alice, id, "smile");
    const after = await fetchMessage(alice, id);
    const { reactions: __, ...rest } = after;
    const { reactions: _, ...others } = before;
    expect.same(rest, others, "everything but the reactions");
    expect.same(reactionsOf(after).length, 1, "the number of reactions");
  },
});
