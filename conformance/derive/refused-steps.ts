import fc from "fast-check";
import { but, type Drawn } from "../draw/combinators.ts";
import { noneOf } from "../draw/references.ts";
import type { TargetFacts } from "../draw/target-facts.ts";
import { textOf } from "../draw/texts.ts";
import { type EndpointText, endpoints, type ParameterText } from "../text/index.ts";
import type { Limit } from "../text/limits.ts";

/** A text one code point longer than a bound of the server. */
const beyond = (of: Limit): Drawn =>
  textOf({ max: 8, kinds: ["letter", "astral"] }).map((filler) => ({
    ref: "long",
    of,
    plus: 1,
    head: { ref: "fresh", of: "Attic" },
    filler,
  }));

/** Other values than those accepted. */
const others = (accepted: readonly (string | number)[]): Drawn =>
  accepted.every((value) => typeof value === "number")
    ? fc.constantFrom(Math.max(...accepted) + 1, -1, "soup")
    : fc.constantFrom("soup", "");

/** Values that are none of a type. */
const malformed: Readonly<Record<ParameterText["type"], readonly unknown[]>> = {
  string: [],
  integer: ["soup"],
  boolean: ["maybe"],
  array: ["all", {}, ["soup"]],
  object: ["soup"],
};

/** Values of a parameter that are refused, each with the weight with which it is drawn. An undefined one stands for none. */
function refusedValues({
  type,
  required,
  nonEmpty,
  bound,
  values,
  unknown,
}: ParameterText): (readonly [weight: number, Drawn | undefined])[] {
  const wrong = malformed[type];
  return [
    ...(required ? [[2, undefined] as const] : []),
    ...(nonEmpty ? [[2, fc.constantFrom("", "  ")] as const] : []),
    ...(bound && !bound.beyond ? [[3, beyond(bound.limit)] as const] : []),
    ...(values && !values.orIntegers ? [[2, others(values.accepted)] as const] : []),
    ...(unknown && !unknown.where && type !== "string" ? [[2, fc.constant(type === "array" ? [0] : 0)] as const] : []),
    ...(wrong.length > 0 ? [[2, fc.constantFrom(...wrong)] as const] : []),
  ];
}

/**
 * Requests that an endpoint refuses by its table: without a required parameter, with a value that is refused of any, by somebody who may not.
 * Parameters that count beside some values of others only are left as they are.
 */
export function refusedByTable(stem: string, facts: TargetFacts, accepted: Drawn): (readonly [weight: number, Drawn])[] {
  const { parameters = {}, allowed }: Partial<EndpointText> = endpoints.get(stem) ?? {};
  const byValue = Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.where ? [] : refusedValues(parameter).map(([weight, value]) => [weight, but(accepted, { [name]: value })] as const),
  );
  return [...byValue, ...(allowed ? [[3, but(accepted, { as: noneOf(facts[allowed.callers]) })] as const] : [])];
}
