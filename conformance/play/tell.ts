import { declaredStep } from "../catalogue/catalogue.ts";
import type { Say } from "../declare/step.ts";
import { indexAt, isSymbolic, madeOf, type Symbolic } from "../draw/symbols.ts";
import type { Step } from "./scenario.ts";
import type { Turn } from "./turn.ts";

const ordinal = (index: number): string => {
  const number = index + 1;
  const ending = number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
};

/** Code points of a text that repeats a part, of which a sentence shows the beginning. */
const shownOfLong = 8;

function longSaid({ of, plus, head, filler = "x" }: Extract<Symbolic, { readonly ref: "long" }>, counts: Turn["counts"]): string {
  const beginning = Array.from(`${head === undefined ? "" : said(head, counts)}${filler.repeat(shownOfLong)}`).slice(0, shownOfLong);
  const length = plus === 0 ? "as long as" : `${Math.abs(plus)} ${plus > 0 ? "longer" : "shorter"} than`;
  return `${beginning.join("")}… (${length} ${of})`;
}

function symbolSaid(symbol: Symbolic, counts: Turn["counts"]): string {
  if (symbol.ref === "text") return symbol.of.map((part) => (isSymbolic(part) ? symbolSaid(part, counts) : String(part))).join("");
  if (symbol.ref === "long") return longSaid(symbol, counts);
  if ("at" in symbol) {
    const kind = madeOf(symbol.ref);
    const index = indexAt(symbol.at, counts[kind] ?? 0);
    if (symbol.ref === "event") return "the last event read";
    if (symbol.ref === "start") return "the event before its first";
    return index === undefined ? `a ${kind} that is not there` : `the ${ordinal(index)} ${kind}`;
  }
  if (symbol.ref === "password" || symbol.ref === "device") return `the ${symbol.ref} of ${symbol.of}`;
  if (symbol.ref === "email") return `${symbol.of}'s address`;
  return symbol.ref === "display name" ? "the display name of the empty topic" : symbol.of;
}

const isWord = /^[\w-]+$/;

/** The most code points of a text that a sentence shows. */
const mostShown = 100;

function quoted(text: string): string {
  const points = Array.from(text);
  return points.length <= mostShown ? JSON.stringify(text) : `${JSON.stringify(points.slice(0, mostShown).join(""))}…`;
}

/** A term of a narrow as people write it. */
function termSaid(operator: string, operand: unknown, negated: unknown, counts: Turn["counts"]): string {
  const what = typeof operand === "string" && isWord.test(operand) ? operand : said(operand, counts);
  return `${negated ? "-" : ""}${operator}:${what}`;
}

function said(value: unknown, counts: Turn["counts"]): string {
  if (isSymbolic(value)) return symbolSaid(value, counts);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : value.map((item) => said(item, counts)).join(", ");
  if (typeof value !== "object" || value === null) return typeof value === "string" ? quoted(value) : (JSON.stringify(value) ?? "nothing");
  const { operator, operand, negated } = value as Record<string, unknown>;
  if (typeof operator === "string") return termSaid(operator, operand, negated, counts);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}: ${said(inner, counts)}`)
    .join(", ")}}`;
}

/** A step as a sentence, such as `alice sends "hi" to #general > lunch`. */
export function tell({ as, op, fields }: Step, counts: Turn["counts"]): string {
  const say: Say = (value, how) => {
    if (how === "as text" && isSymbolic(value) && value.ref !== "long") return quoted(symbolSaid(value, counts));
    return how === "as name" && typeof value === "string" && value !== "" ? value : said(value, counts);
  };
  return `${as} ${declaredStep(op).tell(fields, say)}`;
}
