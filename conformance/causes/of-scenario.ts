import { routed } from "../catalogue/route.ts";
import { itemAt } from "../client/json.ts";
import type { Difference } from "../compare/values.ts";
import type { Played, RunSettings } from "../play/play.ts";
import type { Turn } from "../play/turn.ts";
import type { AnsweredStep, Occasion } from "./citing.ts";
import { placesOf } from "./place.ts";
import { idOf, type Signature, signaturesOf } from "./signature.ts";

/** A cause in a scenario, with the first step that shows it. */
export interface CauseAt {
  readonly signature: Signature;
  /** Index of the step. */
  readonly at: number;
}

/** Returns the causes that a scenario shows, each once, in the order of the steps. */
export const causesIn = ({ turns, found }: Played): CauseAt[] => causesAmong(turns, found);

/** Returns the differences of a scenario that choices on silent points explain, each once. */
export const explainedIn = ({ turns, explained }: Played): Signature[] => causesAmong(turns, explained).map(({ signature }) => signature);

function causesAmong(turns: readonly Turn[], found: Played["found"]): CauseAt[] {
  const byId = new Map<string, CauseAt>();
  for (const [at, differences] of found) {
    const { asked, expected, actual } = itemAt(turns, at);
    const { route } = routed(asked.method, asked.path);
    for (const signature of signaturesOf(route, differences, expected, actual)) {
      const id = idOf(signature);
      if (!byId.has(id)) byId.set(id, { signature, at });
    }
  }
  return [...byId.values()];
}

const answeredStep = ({ step, asked: { fields }, expected }: Turn): AnsweredStep => ({
  op: step.op,
  as: step.as,
  // What stands in the path is among those that were drawn alone.
  fields: { ...step.fields, ...fields },
  expected,
});

/** Returns what there is to say of a run whose last answers differ. @param turns at least one */
export function occasionOf(turns: readonly Turn[], differences: readonly Difference[], { oracle }: RunSettings): Occasion {
  const last = itemAt(turns, -1);
  return {
    ...answeredStep(last),
    actual: last.actual,
    places: placesOf(differences, last.expected, last.actual),
    before: turns.slice(0, -1).map(answeredStep),
    level: oracle.fresh({}).server.level,
  };
}
