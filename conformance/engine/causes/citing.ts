import type { Clause } from "../../declare/clause.ts";
import { symbolsIn } from "../../draw/symbols.ts";
import { clauses, steps } from "../catalogue.ts";
import type { Answered } from "../compare/answers.ts";
import type { Difference } from "../compare/values.ts";
import type { Step } from "../scenario.ts";
import { wordsOf } from "./words.ts";

/** A difference with the request that it is in. */
export interface Occasion {
  /** Name of the kind of step. */
  readonly op: string;
  readonly fields: Step["fields"];
  readonly expected: Answered;
  readonly actual: Answered;
  readonly differences: readonly Difference[];
}

/** A clause with the words that it uses, each with how telling it is. */
interface Indexed {
  readonly clause: Clause;
  readonly stem: string;
  readonly words: ReadonlyMap<string, number>;
}

const indexed = (): readonly Indexed[] => {
  const all = clauses.filter(({ untestable }) => untestable === undefined);
  const texts = all.map(
    ({ id, statement }) => new Set([...wordsOf(statement), ...wordsOf(id.slice(id.indexOf("/")).replaceAll("-", " "))]),
  );
  const frequency = new Map<string, number>();
  for (const words of texts) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const tellingOf = (word: string): number => Math.log(all.length / (frequency.get(word) ?? 1));
  return all.map((clause, i) => ({
    clause,
    stem: clause.id.slice(0, clause.id.indexOf("/")),
    words: new Map([...texts[i]!].map((word) => [word, tellingOf(word)])),
  }));
};

let index: readonly Indexed[] | undefined;

/** How a difference bears on what a request is allowed to do: refused against the specification, accepted against it, or neither. */
type Bearing = "wrongly refused" | "wrongly accepted" | "refused otherwise" | "answered otherwise";

function bearingOf({ expected, actual }: Occasion): Bearing {
  const [should, does] = [expected.body.result === "error", actual.body.result === "error"];
  if (should) return does ? "refused otherwise" : "wrongly accepted";
  return does ? "wrongly refused" : "answered otherwise";
}

const speaksOfRefusal =
  /refus|required|cannot|may not|not known|unknown|only (administrators|owners)|longer|nothing else|either|does not exist|beyond/;

/** How much a clause that speaks of refusals, or does not, is about a difference of some bearing. */
function fitOf(bearing: Bearing, { clause: { statement, id } }: Indexed): number {
  const speaks = speaksOfRefusal.test(statement) || /wrong|unknown|missing|required|refused|bound|exceeded/.test(id);
  if (bearing === "wrongly accepted" || bearing === "refused otherwise") return speaks ? 1.4 : 0.6;
  return speaks ? 0.5 : 1.2;
}

/** The words that an occasion is about, each with its weight. */
function subjectOf(occasion: Occasion, bearing: Bearing): Map<string, number> {
  const { fields, expected, actual, differences } = occasion;
  const subject = new Map<string, number>();
  const about = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) subject.set(word, Math.max(weight, subject.get(word) ?? 0));
  };
  const [first] = differences;
  if (!first) return subject;
  const isField = !["result", "code", "status"].includes(first.path);
  if (isField) about(first.path.replace(/\[\d+\]/g, " ").replaceAll(".", " "), 4);
  if (isField && first.path.startsWith("events[")) about("event told", 1);
  if (isField && !first.path.includes("[") && !first.path.includes(".")) about("answer", 1.5);
  if (isField && typeof first.expected === "string" && first.expected.length < 40) about(first.expected, 0.7);
  if (bearing === "wrongly accepted" || bearing === "refused otherwise") {
    for (const { body } of [expected, actual]) if (typeof body.code === "string" && body.code !== "BAD_REQUEST") about(body.code, 2);
    about(String(expected.body.msg ?? ""), 2);
    if (typeof expected.body.var_name === "string") about(expected.body.var_name, 3);
  }
  const weight = isField ? 0.8 : 2;
  for (const [name, value] of Object.entries(fields)) {
    about(name, weight);
    if (typeof value === "string") about(value === "" ? "empty" : value, weight * 0.7);
    if (Array.isArray(value) && value.length === 0) about("empty none", weight * 0.7);
    if (Array.isArray(value))
      for (const term of value) about(`${term?.operator ?? ""} ${typeof term?.operand === "string" ? term.operand : ""}`, weight);
    for (const symbol of symbolsIn(value)) about(symbol.ref, weight * 0.3);
  }
  return subject;
}

/** How many clauses a difference names at most. */
const most = 3;
/** A clause that has less in common with a difference than this is not about it. */
const least = 3;

/** Returns the ids of the clauses that a difference is most likely about, the likeliest first, at most three. */
export function citedBy(occasion: Occasion): string[] {
  index ??= indexed();
  const bearing = bearingOf(occasion);
  const subject = subjectOf(occasion, bearing);
  const prefixes = steps.get(occasion.op)?.about ?? [];
  const path = occasion.differences[0]?.path ?? "";
  const inMessage = /^(message|messages\[\d+\]|events\[\d+\]\.message)\./.test(path);
  const scored = index.flatMap((entry) => {
    const { clause, stem, words } = entry;
    const isNear = prefixes.some((prefix) => clause.id.startsWith(prefix)) || (inMessage && stem === "message-resource");
    const isCommon = (stem === "errors" && bearing === "refused otherwise") || (stem === "conventions" && !inMessage);
    if (!isNear && !isCommon) return [];
    let score = 0;
    for (const [word, weight] of subject) score += weight * (words.get(word) ?? 0);
    const own = stem === occasion.op ? 1.2 : isNear ? 1 : 0.8;
    return [
      {
        id: clause.id,
        score: (score * own * fitOf(bearing, entry) * (inMessage && stem === "message-resource" ? 1.4 : 1)) / Math.sqrt(10 + words.size),
      },
    ];
  });
  return scored
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ id }) => id);
}
