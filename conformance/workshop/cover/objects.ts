import { isObject } from "../../client/json.ts";
import { indexAt, isSymbolic, madeOf, symbolsIn } from "../../draw/symbols.ts";
import type { Answered, Fields } from "./outcomes.ts";

/** Fields that name something by themselves, with its kind. */
const namingFields: Readonly<Record<string, string>> = { fragment: "view", domain: "domain" };

const isChannel = (value: unknown): value is { readonly of: string } =>
  isSymbolic(value) && (value.ref === "channel" || value.ref === "channel name");

/** The operand of the first term of a narrow with one of some operators, if it is not negated. */
function operandIn(narrow: unknown, ...operators: readonly string[]): unknown {
  const terms = Array.isArray(narrow) ? narrow.filter(isObject) : [];
  return terms.find(({ operator, negated }) => !negated && operators.includes(String(operator)))?.operand;
}

/** Returns the channel that a request is about, and the topic where it names one. @param spelled the fields as they are sent */
export function placesOf(fields: Fields, spelled: Fields): string[] {
  const named = [fields.to, fields.stream_id, fields.channel, operandIn(fields.narrow, "channel", "stream")];
  const channel = named.find(isChannel);
  if (!channel) return [];
  const topic = spelled.topic ?? spelled.subject ?? operandIn(spelled.narrow, "topic");
  return [`channel ${channel.of}`, ...(typeof topic === "string" ? [`topic ${channel.of}>${topic.toLowerCase()}`] : [])];
}

/** Returns the places among those made so far that a request refers to, with their kind. */
function madeThings({ step, counts }: Answered): string[] {
  return symbolsIn(step.fields).flatMap((symbol) => {
    if (!("at" in symbol)) return [];
    const kind = madeOf(symbol.ref);
    const index = indexAt(symbol.at, counts[kind] ?? 0);
    return index === undefined ? [] : [`${kind} ${index}`];
  });
}

/**
 * Returns what a request is about: each object by its kind and a name that holds for the whole scenario.
 * @param makes the kind of what its success makes
 */
export function objectsOf(answered: Answered, makes: string | undefined): string[] {
  const { step, asked, expected, counts } = answered;
  const own = Object.entries(namingFields).flatMap(([name, kind]) =>
    Object.hasOwn(step.fields, name) ? [`${kind} ${String(asked.fields[name]).toLowerCase()}`] : [],
  );
  const made = makes !== undefined && expected.body.result === "success" ? [`${makes} ${counts[makes] ?? 0}`] : [];
  return [...new Set([...madeThings(answered), ...own, ...made, ...placesOf(step.fields, asked.fields)])];
}

export const kindOfObject = (object: string): string => object.slice(0, object.indexOf(" "));
