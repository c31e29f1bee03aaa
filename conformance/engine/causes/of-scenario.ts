import type { Difference } from "../compare/values.ts";
import type { Played } from "../play.ts";
import { routed } from "../recordings/route.ts";
import type { Turn } from "../turn.ts";
import type { Occasion } from "./citing.ts";
import { idOf, type Signature, signaturesOf } from "./signature.ts";

/** A cause in a scenario, with the first step that shows it. */
export interface CauseAt {
  readonly signature: Signature;
  /** Index of the step. */
  readonly at: number;
}

/** Returns the causes that a scenario shows, each once, in the order of the steps. */
export function causesIn({ turns, found }: Played): CauseAt[] {
  const byId = new Map<string, CauseAt>();
  for (const [at, differences] of found) {
    const { asked, expected } = turns[at]!;
    const { route } = routed(asked.method, asked.path);
    for (const signature of signaturesOf(route, differences, expected)) {
      const id = idOf(signature);
      if (!byId.has(id)) byId.set(id, { signature, at });
    }
  }
  return [...byId.values()];
}

/** Returns what there is to say of a step whose answers differ. */
export const occasionOf = ({ step: { op, fields }, expected, actual }: Turn, differences: readonly Difference[]): Occasion => ({
  op,
  fields,
  expected,
  actual,
  differences,
});
