import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { channelNameOf, fetchAround, fetchMessages, idsOf, sendToChannel, sendToSelf, topicNarrow } from "../../client/messages.ts";
import { subscribersOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";
import { startConversation, termsFor } from "./conversation.ts";

/** Returns the messages that a narrow finds. @throws Differs: the request is refused */
const fetchMatching = (actor: Actor, narrow: readonly unknown[]) => actor.expect.accepted(fetchMessages(actor, narrow));

/** Returns the ids of the messages that a narrow finds. @throws Differs: the request is refused */
const fetchMatchingIds = async (actor: Actor, narrow: readonly unknown[]): Promise<number[]> => idsOf(await fetchMatching(actor, narrow));

/** Each operator keeps the messages that it names. */
export const operators = property({
  clause: ["narrow/sender", "narrow/has", "narrow/topic", "narrow/channel", "narrow/channels"],
  async holds(session) {
    const { as, expect } = session;
    const topic = await startConversation(session);
    const within = topic.narrow.slice(1);
    for (const [term, kept] of Object.values(termsFor(topic)))
      expect.same(await fetchMatchingIds(as.alice, [...within, term]), kept, `what ${JSON.stringify(term)} keeps`);
    const other = await sendToChannel(as.alice, topic.channel, session.fresh("other"), "elsewhere");
    const { topic: inTopic, channel: inChannel } = termsFor(topic);
    const around = await fetchMatchingIds(as.alice, [inTopic[0], { operator: "id", operand: String(other) }]);
    expect.same(around, [], "what the topic keeps of another topic");
    const inside = await fetchMatchingIds(as.alice, [inChannel[0], { operator: "id", operand: String(other) }]);
    expect.same(inside, [other], "what the channel keeps of another topic of its own");
    const direct = await sendToSelf(as.alice);
    const outside = await fetchMatchingIds(as.alice, [inChannel[0], { operator: "id", operand: String(direct) }]);
    expect.same(outside, [], "what the channel keeps of direct messages");
  },
});

const kinds = ["sender", "has", "id"] as const;

/** A negated term keeps what the term does not. */
export const negated = property({
  clause: "narrow/negated",
  async holds(session) {
    const { as, expect } = session;
    const topic = await startConversation(session);
    const elsewhere = await sendToChannel(as.alice, topic.channel, session.fresh("other"), "elsewhere");
    for (const kind of kinds) {
      const [term, kept] = termsFor(topic)[kind];
      const others = topic.ids.filter((id) => !kept.includes(id));
      for (const [isNegated, expected] of [[true, others] as const, [false, kept] as const]) {
        const narrow = [...topic.narrow, { ...term, negated: isNegated }];
        expect.same(await fetchMatchingIds(as.alice, narrow), expected, `what ${JSON.stringify(narrow.at(-1))} keeps`);
      }
    }
    const { channel, topic: inTopic } = termsFor(topic);
    const rest = await fetchMatchingIds(as.alice, [channel[0], { ...inTopic[0], negated: true }]);
    const ofBoth = rest.filter((id) => id === elsewhere || topic.ids.includes(id));
    expect.same(ofBoth, [elsewhere], "what a negated topic keeps of that topic and another");
    expect.same(
      await fetchMatchingIds(as.alice, [{ ...channel[0], negated: true }, inTopic[0]]),
      [],
      "what another channel has of the topic",
    );
  },
});

/** Several terms keep what each of them keeps, in any order. */
export const intersection = property({
  clause: "narrow/terms",
  given: { chosen: fc.array(fc.record({ kind: fc.constantFrom(...kinds), negated: fc.boolean() }), { minLength: 2, maxLength: 3 }) },
  async holds(session, { chosen }) {
    const { as, expect } = session;
    const topic = await startConversation(session);
    const all = termsFor(topic);
    const parts = chosen.map(({ kind, negated: isNegated }) => {
      const [term, kept] = all[kind];
      return { term: { ...term, negated: isNegated }, keeps: (id: number) => kept.includes(id) !== isNegated };
    });
    const terms = parts.map(({ term }) => term);
    const narrow = [...topic.narrow, ...terms];
    const expected = topic.ids.filter((id) => parts.every(({ keeps }) => keeps(id)));
    expect.same(await fetchMatchingIds(as.alice, narrow), expected, `what ${JSON.stringify(terms)} keep`);
    expect.same(await fetchMatchingIds(as.alice, [...narrow].reverse()), expected, "what the terms keep the other way round");
  },
});

/** Bare pairs of texts mean the same as objects. */
export const pairs = property({
  clause: "narrow/bare-pairs",
  async holds(session) {
    const { as, expect } = session;
    const topic = await startConversation(session);
    const all = termsFor(topic);
    for (const kind of ["sender", "has", "channels"] as const) {
      const [term, kept] = all[kind];
      const narrow = [...topic.narrow, term];
      const bare = narrow.map(({ operator, operand }) => [operator, operand]);
      const messages = await fetchMatching(as.alice, bare);
      expect.same(idsOf(messages), kept, `the ids of the messages of ${JSON.stringify(bare)}`);
      expect.same(messages, await fetchMatching(as.alice, narrow), `the messages of ${JSON.stringify(bare)}`);
    }
  },
});

/** An operator that does not exist is refused, and so is what is no term. */
export const wrong = property({
  clause: ["narrow/unknown-operator", "narrow/term-object"],
  async holds({ as, expect }) {
    const fetchBy = (term: unknown) => as.alice.send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow: [term] });
    expect.succeeded(await fetchBy({ operator: "sender", operand: as.alice.email }), "GET /messages narrowed by a sender");
    const rows = [
      { operator: "no-such-operator", operand: "x" },
      { operator: "", operand: "x" },
      { operand: "x" },
      { operator: "sender" },
      { operator: 5, operand: "x" },
      ["sender"],
      ["sender", "a", "b"],
      5,
      "sender",
    ];
    for (const term of rows) expect.declined(await fetchBy(term), `GET /messages narrowed by ${JSON.stringify(term)}`);
  },
});

/** Without a channel term only what the requester received is found; with one, or in all public channels, the rest too. */
export const personal = property({
  clause: ["messages.get/narrow-personal", "messages.get/narrow-public", "narrow/channels", "narrow/channel"],
  async holds(session) {
    const { channels, expect } = session;
    const { alice, bob } = session.as;
    const topic = session.fresh("quiet");
    const id = await sendToChannel(bob, channels.quiet, topic, "for those who are there");
    const name = await channelNameOf(bob, id);
    const narrow = [{ operator: "topic", operand: topic }];
    expect.same(await fetchMatchingIds(bob, narrow), [id], "the topic for its author");
    if ((await subscribersOf(bob, channels.quiet)).includes(alice.user_id))
      throw new Untestable("alice is subscribed to the quiet channel");
    expect.same(await fetchMatchingIds(alice, narrow), [], "the topic, without a channel, for one who did not receive it");
    expect.same(await expect.accepted(fetchAround(alice, id)), [], "the message at its id, without a channel");
    const inPublic = [...narrow, { operator: "channels", operand: "public" }];
    expect.same(await fetchMatchingIds(alice, inPublic), [id], "the topic in all public channels");
    expect.same(await fetchMatchingIds(alice, topicNarrow(name, topic)), [id], "the topic in its channel");
  },
});

/** Public channels are those that all may read: a private one is not among them. */
export const publicOnly = property({
  clause: ["messages.get/narrow-public", "narrow/channels", "visibility/private-channel"],
  async holds(session) {
    const { channels, expect } = session;
    const { alice } = session.as;
    const topic = session.fresh("both");
    const open = await sendToChannel(alice, channels.general, topic, "for all");
    const closed = await sendToChannel(alice, channels.team, topic, "for some");
    const narrow = { operator: "topic", operand: topic };
    const isPublic = { operator: "channels", operand: "public" };
    expect.same(await fetchMatchingIds(alice, [narrow]), [open, closed], "the topic for one who received both");
    expect.same(await fetchMatchingIds(alice, [narrow, isPublic]), [open], "the topic in public channels");
    expect.same(await fetchMatchingIds(alice, [narrow, { ...isPublic, negated: true }]), [closed], "the topic in other channels");
  },
});
