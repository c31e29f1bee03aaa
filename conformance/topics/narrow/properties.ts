import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  channelNameOf,
  fetchAround,
  fetchMessages,
  idsOf,
  sendToChannel,
  type Term,
  type Thread,
  topicNarrow,
} from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

interface Ground extends Thread {
  /** Bob, or Alice where there is no other. */
  readonly second: Actor;
  /** What the second wrote. */
  readonly theirs: readonly number[];
  readonly links: readonly number[];
}

/** A topic in which two people wrote where there are two, some of it with links. */
async function ground(session: Session): Promise<Ground> {
  const alice = session.as.alice;
  const second = "bob" in session.target.cast ? session.as.bob : alice;
  const channel = session.channels.general;
  const topic = session.fresh("narrow");
  const rows = [
    [alice, "plain"],
    [second, "see https://example.com/b"],
    [alice, "see https://example.com/a"],
    [second, "plain too"],
    [alice, "the end"],
  ] as const;
  const sent: { id: number; by: string | null; isLink: boolean }[] = [];
  for (const [by, content] of rows)
    sent.push({ id: await sendToChannel(by, channel, topic, content), by: by.name, isLink: content.startsWith("see") });
  const where = (test: (one: (typeof sent)[number]) => boolean) => sent.filter(test).map(({ id }) => id);
  const [message] = await fetchMessages(alice, [{ operator: "topic", operand: topic }]);
  const name = String(message?.display_recipient);
  const theirs = where(({ by }) => by === second.name);
  return {
    channel,
    name,
    topic,
    narrow: topicNarrow(name, topic),
    ids: where(() => true),
    second,
    theirs,
    links: where(({ isLink }) => isLink),
  };
}

type Kind = "sender" | "has" | "topic" | "channel" | "channels" | "id";

/** A term of each kind that is of use in a topic, and what it keeps of it. */
const terms = ({ second, theirs, links, ids, topic, name }: Ground): Readonly<Record<Kind, readonly [Term, readonly number[]]>> => ({
  sender: [{ operator: "sender", operand: second.email }, theirs],
  has: [{ operator: "has", operand: "link" }, links],
  topic: [{ operator: "topic", operand: topic }, ids],
  channel: [{ operator: "channel", operand: name }, ids],
  channels: [{ operator: "channels", operand: "public" }, ids],
  id: [{ operator: "id", operand: String(ids[1]) }, [ids[1]!]],
});

/** Each operator keeps the messages that it names. */
export const operators = property({
  clause: ["narrow/sender", "narrow/has", "narrow/topic", "narrow/channel", "narrow/channels"],
  async holds(session) {
    const { expect } = session;
    const topic = await ground(session);
    for (const [term, kept] of Object.values(terms(topic)))
      expect.same(
        idsOf(await fetchMessages(session.as.alice, [...topic.narrow.slice(1), term])),
        kept,
        `what ${JSON.stringify(term)} keeps`,
      );
  },
});

const kinds = ["sender", "has", "id"] as const;

/** A negated term keeps what the term does not. */
export const negated = property({
  clause: "narrow/negated",
  async holds(session) {
    const { expect } = session;
    const topic = await ground(session);
    for (const kind of kinds) {
      const [term, kept] = terms(topic)[kind];
      const others = topic.ids.filter((id) => !kept.includes(id));
      const what = `what negated ${JSON.stringify(term)} keeps`;
      expect.same(idsOf(await fetchMessages(session.as.alice, [...topic.narrow, { ...term, negated: true }])), others, what);
      expect.same(
        idsOf(await fetchMessages(session.as.alice, [...topic.narrow, { ...term, negated: false }])),
        kept,
        what.replace("negated ", ""),
      );
    }
    const [channel, elsewhere] = topic.narrow;
    const all = await fetchMessages(session.as.alice, [channel!, { ...elsewhere!, negated: true }]);
    expect.holds(!all.some(({ id }) => topic.ids.includes(id)), "a negated topic keeps messages of that topic");
    expect.same(
      idsOf(await fetchMessages(session.as.alice, [{ ...channel!, negated: true }, elsewhere!])),
      [],
      "what another channel has of the topic",
    );
  },
});

/** Several terms keep what each of them keeps, in any order. */
export const intersection = property({
  clause: "narrow/terms",
  given: { chosen: fc.array(fc.record({ kind: fc.constantFrom(...kinds), negated: fc.boolean() }), { minLength: 2, maxLength: 3 }) },
  runs: 6,
  async holds(session, { chosen }) {
    const { expect } = session;
    const topic = await ground(session);
    const all = terms(topic);
    const parts = chosen.map(({ kind, negated: isNegated }) => {
      const [term, kept] = all[kind];
      return { term: { ...term, negated: isNegated }, keeps: (id: number) => kept.includes(id) !== isNegated };
    });
    const narrow = [...topic.narrow, ...parts.map(({ term }) => term)];
    const expected = topic.ids.filter((id) => parts.every(({ keeps }) => keeps(id)));
    expect.same(
      idsOf(await fetchMessages(session.as.alice, narrow)),
      expected,
      `what ${JSON.stringify(parts.map(({ term }) => term))} keep`,
    );
    expect.same(idsOf(await fetchMessages(session.as.alice, narrow.reverse())), expected, "what the terms keep the other way round");
  },
});

/** Bare pairs of texts mean the same as objects. */
export const pairs = property({
  clause: "narrow/bare-pairs",
  async holds(session) {
    const { expect } = session;
    const topic = await ground(session);
    const all = terms(topic);
    for (const kind of ["sender", "has", "channels"] as const) {
      const narrow = [...topic.narrow, all[kind][0]];
      const bare = narrow.map(({ operator, operand }) => [operator, operand]);
      expect.same(
        await fetchMessages(session.as.alice, bare),
        await fetchMessages(session.as.alice, narrow),
        `the messages of ${JSON.stringify(bare)}`,
      );
    }
  },
});

/** An operator that does not exist is refused, and so is what is no term. */
export const wrong = property({
  clause: ["narrow/unknown-operator", "narrow/term-object"],
  given: {
    term: fc.constantFrom<unknown>(
      { operator: "no-such-operator", operand: "x" },
      { operator: "", operand: "x" },
      { operand: "x" },
      { operator: "sender" },
      { operator: 5, operand: "x" },
      ["sender"],
      ["sender", "a", "b"],
      5,
      "sender",
    ),
  },
  runs: 8,
  async holds(session, { term }) {
    const { expect } = session;
    const fields = { anchor: "newest", num_before: 1, num_after: 0, narrow: [term] };
    expect.declined(await session.as.alice.send("GET /messages", fields), `GET /messages narrowed by ${JSON.stringify(term)}`);
  },
});

/** Without a channel term only what the requester received is found; with one, or in all public channels, the rest too. */
export const personal = property({
  clause: ["messages.get/narrow-personal", "messages.get/narrow-public", "narrow/channels", "narrow/channel"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const topic = session.fresh("quiet");
    const id = await sendToChannel(bob, session.channels.quiet, topic, "for those who are there");
    const narrow = [{ operator: "topic", operand: topic }];
    expect.same(idsOf(await fetchMessages(bob, narrow)), [id], "the topic for its author");
    if ((await fetchMessages(alice, narrow)).length > 0) throw new Untestable("Alice is subscribed to the quiet channel");
    expect.same(await fetchAround(alice, id), [], "the message at its id, without a channel");
    expect.same(
      idsOf(await fetchMessages(alice, [...narrow, { operator: "channels", operand: "public" }])),
      [id],
      "the topic in all public channels",
    );
    const name = await channelNameOf(bob, id);
    expect.same(idsOf(await fetchMessages(alice, topicNarrow(name, topic))), [id], "the topic in its channel");
  },
});

/** Public channels are those that all may read: a private one is not among them. */
export const publicOnly = property({
  clause: ["messages.get/narrow-public", "narrow/channels", "visibility/private-channel"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = session.fresh("both");
    const open = await sendToChannel(alice, session.channels.general, topic, "for all");
    const closed = await sendToChannel(alice, session.channels.team, topic, "for some");
    const narrow = { operator: "topic", operand: topic };
    expect.same(idsOf(await fetchMessages(alice, [narrow])), [open, closed], "the topic for one who received both");
    expect.same(
      idsOf(await fetchMessages(alice, [narrow, { operator: "channels", operand: "public" }])),
      [open],
      "the topic in public channels",
    );
    const others = await fetchMessages(alice, [narrow, { operator: "channels", operand: "public", negated: true }]);
    expect.same(idsOf(others), [closed], "the topic in other channels");
  },
});
