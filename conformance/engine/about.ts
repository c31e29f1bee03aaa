import { clauses, steps } from "./catalogue.ts";
import type { Difference } from "./compare/values.ts";

/** Clauses that every answer is about, by the field in which it differs. */
const byField: Readonly<Record<string, readonly string[]>> = {
  code: ["errors/"],
  result: ["errors/"],
  ignored_parameters_unsupported: ["conventions/"],
  status: ["conventions/"],
};

/** The clauses that a step is about that differs in these places; where there are none, its own name. */
export function clausesOfStep(op: string, differences: readonly Difference[]): readonly string[] {
  const more = differences.flatMap(({ path }) => byField[path.split(/[.[]/)[0]!] ?? []);
  const prefixes = [...(steps.get(op)?.about ?? []), ...more];
  const ids = clauses
    .filter(({ id, untestable }) => untestable === undefined && prefixes.some((prefix) => id.startsWith(prefix)))
    .map(({ id }) => id);
  return ids.length > 0 ? ids : [op];
}
