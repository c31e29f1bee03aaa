import fc from "fast-check";
import { channelNameOf, fetchSince, idsOf, sendToChannel, sendToSelf, type Term } from "../../client/messages.ts";
import { present } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { spelledAt } from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";

const kinds = ["sender", "has", "topic", "channel", "channels", "id"] as const;

/** A kind of term of which it is known what it keeps. */
type Kind = (typeof kinds)[number];

interface Row {
  readonly by: PersonName;
  readonly isLink: boolean;
  /** One of two topics of the channel general, or a message to oneself. */
  readonly place: "topic" | "other" | "self";
}

/** Messages of several people, and a term for some of them. */
export interface Conversation {
  readonly rows: readonly Row[];
  readonly who: PersonName;
  readonly kind: Kind;
  /** Which of the messages the term is about, for terms of one sender or message. */
  readonly at: number;
}

const writers = anActor("alice", "bob", "cara");

export const conversation = {
  rows: fc.array(
    fc.record({ by: writers, isLink: fc.boolean(), place: fc.constantFrom("topic" as const, "other" as const, "self" as const) }),
    { minLength: 1, maxLength: 6 },
  ),
  who: anActor("alice", "bob", "cara", "dana", "gus"),
  kind: fc.constantFrom(...kinds),
  at: proportion,
};

const row = (by: PersonName, isLink: boolean, place: Row["place"] = "topic"): Row => ({ by, isLink, place });

const byTwo = [row("alice", false), row("bob", true), row("alice", true), row("bob", false, "other"), row("alice", false, "self")];
const byOne = byTwo.map((each) => ({ ...each, by: "alice" as const }));

export const exampleConversations: readonly Conversation[] = [
  ...kinds.map((kind) => ({ rows: byTwo, who: "alice" as const, kind, at: 0.3 })),
  ...kinds.map((kind) => ({ rows: byOne, who: "alice" as const, kind, at: 0.3 })),
];

/** What a term finds of a conversation. */
interface Finding {
  readonly term: Term;
  readonly found: readonly number[];
  readonly expected: readonly number[];
}

/** Returns whether a term of a kind keeps a row of a conversation; the term is about another row. */
const keeps = (kind: Kind, each: Row, about: Row): boolean =>
  ({
    sender: each.by === about.by,
    has: each.isLink,
    topic: each.place === "topic",
    channel: each.place !== "self",
    channels: each.place !== "self",
    id: each === about,
  })[kind];

/** Sends a conversation. Returns what a term, negated or not, finds of it, and what it has to find. */
export async function findIn(session: Session, { rows, who, kind, at }: Conversation, negated?: boolean): Promise<Finding> {
  const { channels } = session;
  const topics = { topic: session.fresh("narrow"), other: session.fresh("other") };
  const sent = new Map<Row, number>();
  // Equal rows are messages of their own.
  const own = rows.map((each) => ({ ...each }));
  for (const each of own) {
    const [actor, content] = [session.actor(each.by), each.isLink ? "see https://example.com/a" : "plain"];
    const to = each.place;
    sent.set(each, to === "self" ? await sendToSelf(actor, content) : await sendToChannel(actor, channels.general, topics[to], content));
  }
  const about = present(atProportion(at, own), "message");
  const inChannel = [...sent].find(([{ place }]) => place !== "self");
  const operands: Record<Kind, () => unknown> = {
    sender: () => session.actor(about.by).email,
    has: () => "link",
    topic: () => topics.topic,
    channel: () => (inChannel ? channelNameOf(session.actor(who), inChannel[1]) : channels.general),
    channels: () => "public",
    id: () => String(sent.get(about)),
  };
  const actor = session.actor(who);
  const term = { operator: spelledAt(kind, actor.level), operand: await operands[kind](), ...(negated !== undefined && { negated }) };
  const all = idsOf(await actor.expect.accepted(fetchSince(actor, Math.min(...sent.values()), [term])));
  const expected = own.filter((each) => (each.place !== "self" || each.by === who) && keeps(kind, each, about) !== (negated ?? false));
  const ids = [...sent.values()];
  return {
    term,
    found: all.filter((id) => ids.includes(id)),
    expected: expected.map((each) => present(sent.get(each), "id of a message")),
  };
}
