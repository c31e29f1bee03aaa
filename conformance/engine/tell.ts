import { indexAt, isSymbolic, madeOf, type Symbolic } from "../draw/symbols.ts";
import { steps } from "./catalogue.ts";
import type { Turn } from "./play.ts";
import type { Step } from "./scenario.ts";

const ordinal = (index: number): string => {
  const number = index + 1;
  const ending = number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
};

function symbolSaid(symbol: Symbolic, counts: Turn["counts"]): string {
  if (symbol.ref === "text") return symbol.of.map((part) => (isSymbolic(part) ? symbolSaid(part, counts) : String(part))).join("");
  if (symbol.ref === "long")
    return `a text of ${symbol.of}${symbol.plus === 0 ? "" : symbol.plus > 0 ? ` + ${symbol.plus}` : ` - ${-symbol.plus}`}`;
  if ("at" in symbol) {
    const kind = madeOf(symbol.ref);
    const index = indexAt(symbol.at, counts[kind] ?? 0);
    if (symbol.ref === "event") return "the last event read";
    if (symbol.ref === "start") return "the event before its first";
    return index === undefined ? `a ${kind} that is not there` : `the ${ordinal(index)} ${kind}`;
  }
  if (symbol.ref === "password") return `the password of ${symbol.of}`;
  return symbol.ref === "display name" ? "the display name of the empty topic" : symbol.of;
}

function said(value: unknown, counts: Turn["counts"]): string {
  if (isSymbolic(value)) return symbolSaid(value, counts);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : value.map((item) => said(item, counts)).join(", ");
  if (typeof value !== "object" || value === null) return value === undefined ? "nothing" : JSON.stringify(value);
  const { operator, operand, negated } = value as Record<string, unknown>;
  if (typeof operator === "string") return `${negated ? "-" : ""}${operator}:${said(operand, counts)}`;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}: ${said(inner, counts)}`)
    .join(", ")}}`;
}

/** A step as a sentence, such as `alice sends "hi" to #general > lunch`. */
export function tell({ as, op, fields }: Step, counts: Turn["counts"]): string {
  return `${as} ${steps.get(op)!.tell(fields, (value) => said(value, counts))}`;
}
