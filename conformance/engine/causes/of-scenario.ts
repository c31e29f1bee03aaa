import { itemAt } from "../../client/present.ts";
import type { Role } from "../../declare/about.ts";
import type { Ground } from "../../draw/ground.ts";
import { nobody } from "../../draw/symbols.ts";
import type { Difference } from "../compare/values.ts";
import type { Played, Scene } from "../play.ts";
import { routed } from "../trace/route.ts";
import type { Turn } from "../turn.ts";
import type { AnsweredStep, Occasion } from "./likelihood.ts";
import { placesOf } from "./place.ts";
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
    const { asked, expected } = itemAt(turns, at);
    const { route } = routed(asked.method, asked.path);
    for (const signature of signaturesOf(route, differences, expected)) {
      const id = idOf(signature);
      if (!byId.has(id)) byId.set(id, { signature, at });
    }
  }
  return [...byId.values()];
}

/** Returns what somebody is, as far as clauses tell people apart. */
function rolesOf(as: string, { owners, administrators, guests, bots }: Ground): ReadonlySet<Role> {
  const roles: readonly (readonly [Role, boolean])[] = [
    ["owner", owners.includes(as)],
    ["administrator", administrators.includes(as)],
    ["guest", guests.includes(as)],
    ["bot", bots.includes(as)],
    ["nobody", as === nobody],
  ];
  return new Set(roles.flatMap(([role, has]) => (has ? [role] : [])));
}

const answeredStep = ({ step, asked: { method, fields }, expected }: Turn): AnsweredStep => ({
  op: step.op,
  method,
  as: step.as,
  // What stands in the path is among those that were drawn alone.
  fields: { ...step.fields, ...fields },
  drawn: step.fields,
  expected,
});

/** Returns what there is to say of a run whose last answers differ. @param turns at least one */
export function occasionOf(turns: readonly Turn[], differences: readonly Difference[], { oracle }: Scene): Occasion {
  const last = itemAt(turns, -1);
  return {
    ...answeredStep(last),
    actual: last.actual,
    places: placesOf(differences, last.expected, last.actual),
    before: turns.slice(0, -1).map(answeredStep),
    roles: rolesOf(last.step.as, oracle.ground),
    level: oracle.fresh({}).server.level,
  };
}
