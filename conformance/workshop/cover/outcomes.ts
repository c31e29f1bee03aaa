import type { Turn } from "../../play/play.ts";
import type { Step } from "../../play/scenario.ts";

/** A step with what the model answers to it. */
export type Answered = Pick<Turn, "step" | "asked" | "sent" | "expected" | "actual" | "counts">;

export type Fields = Step["fields"];

/** The parts that some actions change: their names say it too. */
const partsOf: Readonly<Record<string, (fields: Fields) => unknown>> = {
  edit_message: (fields) => ["content", "topic", "stream_id"].filter((name) => Object.hasOwn(fields, name)).join(" and "),
  set_flag: ({ flag }) => flag,
};

/** Returns what an operation is called: an action by its own name. */
export function labelOf({ op, fields }: Step): string {
  if (op !== "actions") return op;
  const part = partsOf[String(fields.action)]?.(fields);
  return `actions.${String(fields.action)}${part === undefined ? "" : ` of ${String(part)}`}`;
}

/** Returns what an operation is called together with what it is about, where its parameters mean something else by that. */
export function modeOf(step: Step): string {
  const { type, message_ids, to } = step.fields;
  const label = labelOf(step);
  if (message_ids !== undefined) return `${label} by ids`;
  if (type === "stream" || type === "channel") return `${label} in a channel`;
  return type === undefined && to === undefined ? label : `${label} with people`;
}

/** Returns `success`, or the code of a refusal. */
export const codeOf = ({ expected: { status, body } }: Answered): string =>
  body.result === "success" ? "success" : body.result === undefined ? `status ${status}` : String(body.code);

const longest = 80;

/** A refusal's text without the values of its request: numbers, and quoted texts other than names of parameters, are masked. */
function plain(msg: string, fields: Fields): string {
  const values = Object.values(fields).flatMap((value) => (typeof value === "string" && value.length > 2 ? [value] : []));
  const masked = values.reduce((text, value) => text.replaceAll(value, "…"), msg);
  const quotes = masked.replace(/'[^']*'|"[^"]*"/g, (quoted) => (/^.[a-z]+_[a-z_]+.$/.test(quoted) ? quoted : "…"));
  return quotes.replace(/\d+/g, "#").slice(0, longest);
}

/** Returns `success`, or the code of a refusal with the parameter that it names and its text. */
export function outcomeOf(answered: Answered): string {
  const { asked, expected } = answered;
  const { result, msg, var_name } = expected.body;
  const code = codeOf(answered);
  if (result !== "error") return code;
  return `${code}${var_name === undefined ? "" : ` ${String(var_name)}`}: ${plain(String(msg), asked.fields)}`;
}
