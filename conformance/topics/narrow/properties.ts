import fc from "fast-check";
import type { Term } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { aHistory } from "../../draw/histories.ts";
import { aNarrow, aTerm, inTexts, type TermShape, termsOf } from "../../draw/narrow-terms.ts";
import type { PersonName } from "../../draw/people.ts";
import { type Conversation, conversation, exampleConversations, findIn } from "./conversation.ts";
import {
  byOne,
  byTwo,
  filters,
  finderOf,
  firstOf,
  inA,
  link,
  type Narrowing,
  not,
  notATerm,
  sender,
  starred,
  term,
  who,
} from "./narrowing.ts";

/** Each operator keeps the messages that it names. */
export const operators = property<Conversation>({
  clause: ["narrow/sender", "narrow/has", "narrow/topic", "narrow/channel", "narrow/channels"],
  given: conversation,
  examples: exampleConversations,
  async holds(session, drawn) {
    const { term, found, expected } = await findIn(session, drawn);
    session.expect.same(found, expected, `what ${JSON.stringify(term)} keeps`);
  },
});

/** A negated term keeps what the term does not. */
export const negated = property<Conversation & { readonly isNegated: boolean }>({
  clause: "narrow/negated",
  given: { ...conversation, isNegated: fc.constantFrom(true, true, false) },
  examples: exampleConversations.flatMap((each) => [true, false].map((isNegated) => ({ ...each, isNegated }))),
  async holds(session, { isNegated, ...drawn }) {
    const { term, found, expected } = await findIn(session, drawn, isNegated);
    session.expect.same(found, expected, `what ${JSON.stringify(term)} keeps`);
  },
});

/** A term and its negation share the messages: each is in one of the two. */
export const partition = property<Omit<Narrowing, "terms"> & { readonly one: TermShape }>({
  clause: "narrow/negated",
  // Servers take `in: all` for no term, even where it is negated.
  given: {
    history: aHistory({ messages: [1, 8] }),
    who,
    one: aTerm(
      filters.filter((operator) => operator !== "in"),
      false,
    ),
  },
  examples: [sender, link, inA, firstOf, starred].map((one) => ({ history: byTwo, who: "alice", one })),
  async holds(session, { one, ...given }) {
    const { find, received, ground } = await finderOf(session, { ...given, terms: [one] });
    const [positive] = termsOf([one], ground);
    const found = await find([positive]);
    const others = received.filter((id) => !found.includes(id));
    session.expect.same(await find([{ ...positive, negated: true }]), others, `what the negation of ${JSON.stringify(positive)} finds`);
    session.expect.same(await find([{ ...positive, negated: false }]), found, `what ${JSON.stringify(positive)} finds`);
  },
});

/** Several terms keep what each of them keeps, in any order. */
export const intersection = property<Narrowing>({
  clause: "narrow/terms",
  given: { history: aHistory({ messages: [1, 8] }), who, terms: aNarrow({ operators: filters, terms: [2, 3] }) },
  examples: [
    [sender, link],
    [link, sender],
    [inA, not(link)],
    [link, not(firstOf)],
  ].flatMap((terms) => [byTwo, byOne].map((history) => ({ history, who: "alice", terms }))),
  async holds(session, given) {
    const { find, received, ground } = await finderOf(session, given);
    const terms = termsOf(given.terms, ground);
    const parts: number[][] = [];
    for (const each of terms) parts.push(await find([each]));
    const expected = received.filter((id) => parts.every((part) => part.includes(id)));
    session.expect.same(await find(terms), expected, `what ${JSON.stringify(terms)} find`);
    session.expect.same(await find([...terms].reverse()), expected, `what ${JSON.stringify(terms)} find the other way round`);
  },
});

const bareOf = ({ operator, operand }: Term): readonly unknown[] => [operator, operand];

/** Bare pairs of texts mean the same as objects. */
export const pairs = property<Narrowing>({
  clause: "narrow/bare-pairs",
  given: {
    history: aHistory({ messages: [1, 6] }),
    who,
    terms: aNarrow({ operators: ["sender", "has", "topic", "channel", "is", "id", "in", "channels"], terms: [1, 3], negated: false }),
  },
  examples: [[sender], [link], [term("channels", { of: "word", word: "public" })], [inA, link]].map((terms) => ({
    history: byTwo,
    who: "alice",
    terms,
  })),
  async holds(session, given) {
    const { fetch, ground } = await finderOf(session, given);
    const terms = termsOf(inTexts(given.terms), ground);
    const bare = terms.map(bareOf);
    session.expect.same(await fetch(bare), await fetch(terms), `the messages of ${JSON.stringify(bare)}`);
  },
});

/** An operator that does not exist is refused, and so is what is no term. */
export const wrong = property<{ readonly who: PersonName; readonly wrong: unknown; readonly place: "alone" | "before" | "after" }>({
  clause: ["narrow/unknown-operator", "narrow/term-object", "narrow/operand-list"],
  given: { who, wrong: notATerm, place: fc.constantFrom("alone", "before", "after") },
  examples: [
    { operator: "no-such-operator", operand: "x" },
    { operator: "", operand: "x" },
    { operand: "x" },
    { operator: "sender" },
    { operator: 5, operand: "x" },
    { operator: "topic", operand: true },
    { operator: "sender", operand: {} },
    ["sender"],
    ["sender", "a", "b"],
    5,
    "sender",
  ].map((each) => ({ who: "alice", wrong: each, place: "alone" })),
  async holds(session, { who: name, wrong: given, place }) {
    const { expect } = session;
    const actor = session.actor(name);
    const fetchBy = (narrow: readonly unknown[]) => actor.send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow });
    const right = { operator: "sender", operand: actor.email };
    expect.succeeded(await fetchBy([right]), "GET /messages narrowed by a sender");
    const narrow = { alone: [given], before: [given, right], after: [right, given] }[place];
    expect.declined(await fetchBy(narrow), `GET /messages narrowed by ${JSON.stringify(narrow)}`);
  },
});
