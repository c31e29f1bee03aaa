import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, ignoring, refusing } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

type Parts = Omit<Mutant, "name" | "breaks" | "says">;

const faulty = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, ...parts });

const isTerm = (term: unknown): term is Fields => typeof term === "object" && term !== null;

const terms = (asked: Asked): Fields[] => {
  const narrow = asked.json("narrow");
  return Array.isArray(narrow) ? narrow.filter(isTerm) : [];
};

/** Changes the terms of a narrow; undefined takes one out. */
const changing = (change: (term: Fields) => Fields | undefined) => (asked: Asked) => {
  const given = terms(asked);
  const changed = given.map(change).filter((term) => term !== undefined);
  return JSON.stringify(changed) === JSON.stringify(given) ? undefined : asked.with({ narrow: changed });
};

const both = ["GET /messages", "GET /messages/matches_narrow"];

/** Faults of narrows in GET /messages. */
export const mutants: readonly Mutant[] = [
  faulty(
    "narrow-not-heeded",
    ["narrow/terms", "messages.get/narrow-default", "narrow/sender", "narrow/channel", "narrow/topic"],
    "The narrow is ignored.",
    { on: "GET /messages", request: ignoring("narrow") },
  ),
  faulty("narrow-first-term-only", "narrow/terms", "Only the first term of a narrow counts.", {
    on: "GET /messages",
    request: (asked) => (terms(asked).length > 1 ? asked.with({ narrow: terms(asked).slice(0, 1) }) : undefined),
  }),
  faulty("negation-not-heeded", "narrow/negated", "Negated terms count as if they were not.", {
    on: both,
    request: changing(({ negated: _, ...term }) => term),
  }),
  faulty("sender-term-not-heeded", "narrow/sender", "The term sender is ignored.", {
    on: both,
    request: changing((term) => (term.operator === "sender" ? undefined : term)),
  }),
  faulty("has-term-not-heeded", "narrow/has", "The term has is ignored.", {
    on: both,
    request: changing((term) => (term.operator === "has" ? undefined : term)),
  }),
  faulty("channel-term-not-known", "narrow/channel", "The term channel is refused.", {
    on: both,
    instead: refusing((asked) => terms(asked).some(({ operator }) => operator === "channel")),
  }),
  faulty(
    "public-history-not-reached",
    ["messages.get/narrow-public", "narrow/channels"],
    "channels:public finds only what the user has received.",
    {
      on: "GET /messages",
      request: (asked) =>
        terms(asked).some(({ operator, operand }) => operator === "channels" && operand === "public")
          ? asked.with({
              narrow: [...terms(asked).filter(({ operator }) => operator !== "channels"), { operator: "is", operand: "dm", negated: true }],
            })
          : undefined,
    },
  ),
  faulty("pairs-refused", "narrow/bare-pairs", "Terms as bare pairs of strings are refused.", {
    on: "GET /messages",
    instead: refusing((asked) => (asked.field("narrow") ?? "").startsWith("[[")),
  }),
];
