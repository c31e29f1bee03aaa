import fc from "fast-check";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { fetchSince, idsOf } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import { type History, sends } from "../../draw/histories.ts";
import { levelOfNarrow, narrowOperators, type TermShape } from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

/** A narrow over a history, and somebody who fetches by it. */
export interface Narrowing {
  readonly history: History;
  readonly who: PersonName;
  readonly terms: readonly TermShape[];
}

export const who = anActor("alice", "bob", "cara", "dana", "gus");

/** The operators that only filter: `with` changes what other terms mean, and a search takes a moment to find what was just sent. */
export const filters = narrowOperators.filter((operator) => !["with", "near", "search"].includes(operator));

/** Plays a history. Returns what narrows find of it for somebody: of the messages that they received. */
export async function finderOf(session: Session, { history, who: name, terms }: Narrowing) {
  if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
  const staged = await stageHistory(session, history);
  const actor = session.actor(name);
  const received = stagedIds(staged.receivedBy(name));
  const [first, last] = [itemAt(staged.messages, 0).id, itemAt(staged.messages, -1).id];
  // What others send meanwhile is newer than the history.
  const fetch = async (narrow: readonly unknown[]) =>
    (await actor.expect.accepted(fetchSince(actor, first, narrow))).filter(({ id }) => id <= last);
  const find = async (narrow: readonly unknown[]) => idsOf(await fetch(narrow)).filter((id) => received.includes(id));
  return { find, fetch, received, ground: staged.narrowGround };
}

export const byTwo: History = [
  ...sends("alice", "a", "plain", "see https://example.com/a"),
  ...sends("bob", "a", "see https://example.com/b"),
  ...sends("bob", "b", "plain"),
];
export const byOne: History = [
  ...sends("alice", "a", "plain", "see https://example.com/a"),
  ...sends("alice", "b", "see https://example.com/b"),
];

export const term = (operator: TermShape["operator"], operand: TermShape["operand"], isNegated = false): TermShape => ({
  operator,
  operand,
  negated: isNegated,
});

export const sender = term("sender", { of: "person", at: 0, as: "email" });
export const link = term("has", { of: "word", word: "link" });
export const inA = term("topic", { of: "topic", at: 0 });
export const firstOf = term("id", { of: "message", at: 0, as: "text" });
export const starred = term("is", { of: "word", word: "starred" });
export const not = (shape: TermShape): TermShape => ({ ...shape, negated: true });

/** Something that is no term, or has an operator that does not exist. */
export const notATerm: fc.Arbitrary<unknown> = fc.oneof(
  textOf({ max: 12 }).map((text) => ({ operator: `no-such-${text}`, operand: "x" })),
  textOf({ max: 12 }).map((text) => [`no-such-${text}`, "x"]),
  fc.constantFrom<unknown>({}, { operator: 5, operand: "x" }, { operator: ["sender"], operand: "x" }, { operator: null, operand: "x" }),
  fc.record({ operator: fc.constantFrom("sender", "topic", "has", "channels"), operand: fc.constantFrom<unknown>(true, false, null, {}) }),
  fc.constantFrom<unknown>([], ["sender"], ["sender", "a", "b"], 5, "sender", true, [["sender", "a"]]),
);
