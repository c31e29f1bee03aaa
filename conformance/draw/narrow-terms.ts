import fc from "fast-check";
import { levels } from "../client/levels.ts";
import type { Term } from "../client/messages.ts";
import { atProportion, proportion } from "./combinators.ts";
import { words } from "./texts.ts";

/** The thing that a term names, as a proportion of what there is when the narrow is sent. */
export type OperandShape =
  | { readonly of: "person"; readonly at: number; readonly as: "id" | "email" }
  | { readonly of: "people"; readonly at: readonly number[]; readonly as: "id" | "email" }
  | { readonly of: "channel"; readonly at: number; readonly as: "id" | "name" }
  | { readonly of: "topic"; readonly at: number }
  | { readonly of: "message"; readonly at: number; readonly as: "number" | "text" }
  | { readonly of: "word"; readonly word: string };

/** A term of a narrow over a history; `termsOf` turns it into what is sent. */
export interface TermShape {
  readonly operator: NarrowOperator;
  readonly operand: OperandShape;
  readonly negated: boolean;
}

/** Returns a term of a narrow. */
export const term = (operator: NarrowOperator, operand: OperandShape, negated = false): TermShape => ({ operator, operand, negated });

const some = fc.array(proportion, { minLength: 1, maxLength: 3 });
const person = fc.record({ of: fc.constant("person"), at: proportion, as: fc.constantFrom("id", "email") });
const people = fc.record({ of: fc.constant("people"), at: some, as: fc.constantFrom("id", "email") });
const channel = fc.record({ of: fc.constant("channel"), at: proportion, as: fc.constantFrom("id", "name") });
const topic = fc.record({ of: fc.constant("topic"), at: proportion });
const message = fc.record({ of: fc.constant("message"), at: proportion, as: fc.constantFrom("number", "text") });
const wordOf = (...all: readonly string[]) => fc.record({ of: fc.constant("word"), word: fc.constantFrom(...all) });

/** The operands by operators, the plainest operator first. */
const operands = {
  sender: person,
  channel,
  topic,
  has: wordOf("link", "reaction", "image", "attachment"),
  is: wordOf("starred", "unread", "dm", "resolved", "followed", "muted", "mentioned", "alerted"),
  id: message,
  search: wordOf(...words, "soup bread", '"rain plum"', "nothingness"),
  dm: people,
  "dm-including": person,
  with: message,
  in: wordOf("home", "all"),
  channels: wordOf("public"),
  stream: channel,
  near: message,
} satisfies Record<string, fc.Arbitrary<OperandShape>>;

export type NarrowOperator = keyof typeof operands;

export const narrowOperators = Object.keys(operands) as readonly NarrowOperator[];

/** The feature level from which an operator, or a word of one, is known. */
const operatorLevels: Readonly<Record<string, number>> = {
  "dm-including": levels.directOperators,
  with: levels.withOperator,
  "has reaction": levels.hasReaction,
  "is followed": levels.isFollowed,
  "is muted": levels.isMuted,
};

/** Returns the feature level from which servers know all terms of a narrow. Names that came later are spelled as before. */
export const levelOfNarrow = (terms: readonly TermShape[]): number =>
  Math.max(
    0,
    ...terms.map(
      ({ operator, operand }) => operatorLevels[operator] ?? operatorLevels[`${operator} ${"word" in operand ? operand.word : ""}`] ?? 0,
    ),
  );

interface NarrowOptions {
  /** Default: all but `near`, which keeps everything. */
  readonly operators?: readonly NarrowOperator[];
  /** The least and the greatest number of terms, default 0 and 3. */
  readonly terms?: readonly [min: number, max: number];
  /** Whether some terms are negated, default true. */
  readonly negated?: boolean;
}

const ofChannels: readonly NarrowOperator[] = ["channel", "stream", "topic", "channels"];
const once: readonly NarrowOperator[] = ["search", "with"];
const isWordDm = ({ operand }: TermShape): boolean => "word" in operand && operand.word === "dm";
const isDirect = (term: TermShape): boolean => term.operator === "dm" || term.operator === "dm-including" || isWordDm(term);

/**
 * Returns whether terms ask for channels (or for what is not direct) and for direct messages at once, or for two channels, or stand twice or negated where they must not: servers refuse that, or answer by nothing.
 */
export function isOdd(terms: readonly TermShape[]): boolean {
  const count = (test: (term: TermShape) => boolean): number => terms.filter(test).length;
  const channels = count(({ operator }) => ofChannels.includes(operator));
  if (channels > 0 && count(isDirect) > 0) return true;
  // To servers, what is not direct is of a channel.
  if (terms.some((term) => term.negated && isWordDm(term)) && count(isDirect) > 1) return true;
  if (count(({ operator }) => operator !== "topic" && ofChannels.includes(operator)) > 1) return true;
  return once.some(
    (operator) => count((term) => term.operator === operator) > 1 || terms.some((term) => term.operator === operator && term.negated),
  );
}

/** A term of one of some operators. The plainest is the first operator's, not negated. */
export const aTerm = (operators: readonly NarrowOperator[] = narrowOperators, negated = true): fc.Arbitrary<TermShape> => {
  const isNegated = negated ? fc.constantFrom(false, false, true) : fc.constant(false);
  const terms = operators.map((operator) =>
    fc.record({ operator: fc.constant(operator), operand: operands[operator] as fc.Arbitrary<OperandShape>, negated: isNegated }),
  );
  return fc.oneof({ withCrossShrink: true }, ...terms);
};

/** A narrow over a history. The plainest is the empty one, or where that is not asked for, one by sender. */
export function aNarrow(options: NarrowOptions = {}): fc.Arbitrary<readonly TermShape[]> {
  const { operators = narrowOperators.filter((operator) => operator !== "near"), terms: [minLength, maxLength] = [0, 3] } = options;
  return fc.array(aTerm(operators, options.negated), { minLength, maxLength }).filter((terms) => !isOdd(terms));
}

/** Returns terms that name people by their addresses and channels by their names, so that every operand is one text. */
export const inTexts = (terms: readonly TermShape[]): readonly TermShape[] =>
  terms.map((term) => {
    const { operand } = term;
    if (operand.of === "person") return { ...term, operand: { ...operand, as: "email" } };
    if (operand.of === "channel") return { ...term, operand: { ...operand, as: "name" } };
    return operand.of === "message" ? { ...term, operand: { ...operand, as: "text" } } : term;
  });

/** The things that the terms of a narrow can name, such as what `StagedHistory.narrowGround` returns. */
export interface NarrowGround {
  /** The feature level of the server. */
  readonly level: number;
  readonly people: readonly { readonly user_id: number; readonly email: string }[];
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  readonly topics: readonly string[];
  /** Ids, the oldest first. */
  readonly messages: readonly number[];
}

/** Returns an operand as it is sent. What there is none of is named by 0 or by the empty text. */
function operandOf(operand: OperandShape, { people: cast, channels, topics, messages }: NarrowGround): unknown {
  if (operand.of === "word") return operand.word;
  if (operand.of === "topic") return atProportion(operand.at, topics) ?? "";
  if (operand.of === "message") {
    const id = atProportion(operand.at, messages) ?? 0;
    return operand.as === "text" ? String(id) : id;
  }
  if (operand.of === "channel") return atProportion(operand.at, channels)?.[operand.as] ?? 0;
  const places = operand.of === "people" ? operand.at : [operand.at];
  const all = [...new Set(places.flatMap((at) => atProportion(at, cast) ?? []))];
  if (operand.of === "people") return operand.as === "id" ? all.map(({ user_id }) => user_id) : all.map(({ email }) => email).join(",");
  return (operand.as === "id" ? all[0]?.user_id : all[0]?.email) ?? 0;
}

const former: Readonly<Record<string, { readonly until: number; readonly name: string }>> = {
  channel: { until: levels.channelNarrows, name: "stream" },
  channels: { until: levels.channelNarrows, name: "streams" },
  dm: { until: levels.directOperators, name: "pm-with" },
};

/** Returns the name of an operator on servers of a level. */
export const spelledAt = (name: string, level: number): string => {
  const older = former[name];
  return older !== undefined && level < older.until ? older.name : name;
};

/** Returns the terms of a narrow as they are sent to a server of the ground's level. */
export const termsOf = (shapes: readonly TermShape[], ground: NarrowGround): Term[] =>
  shapes.map(({ operator, operand, negated }) => {
    const named = operandOf(operand, ground);
    const isOfDirect = operator === "is" && named === "dm" && ground.level < levels.directOperators;
    return { operator: spelledAt(operator, ground.level), operand: isOfDirect ? "private" : named, ...(negated && { negated }) };
  });
