import { conventions } from "./conventions.ts";
import { events, fetching } from "./fetching.ts";
import { messages } from "./messages.ts";
import { groups, organization } from "./organization.ts";
import type { Ruling } from "./ruling.ts";

export type { Ruling };

/**
 * Rulings: every point that the specification leaves open (`silent`: the default is what running servers do), and every point that
 * it states and running servers decide otherwise (`contradicted`: the default is the text, `observed` is what servers do).
 */
export const rulings = { ...conventions, ...messages, ...fetching, ...groups, ...organization, ...events } satisfies Record<string, Ruling>;

export type RulingName = keyof typeof rulings;

/** The names of the rulings on points that the specification states and running servers decide otherwise. */
export const contradicted = Object.entries(rulings).flatMap(([name, { kind }]) =>
  kind === "contradicted" ? [name as RulingName] : [],
) as readonly RulingName[];

export type RulingChoices = { readonly [R in RulingName]: (typeof rulings)[R]["choices"][number] };

/** The choice of running servers. */
const observedOf = (ruling: Ruling): string => (ruling.kind === "contradicted" ? "observed" : (ruling.running ?? ruling.choices[0]));

/** Returns all defaults, or with "observed" what running servers do wherever that is something else; some changed. */
export function choices(base: "default" | "observed" = "default", changes: Partial<RulingChoices> = {}): RulingChoices {
  if (base !== "default" && base !== "observed") throw new TypeError(`base: got ${String(base)}, expected "default" or "observed"`);
  const chosen = Object.entries(rulings).map(([name, ruling]) => [name, base === "observed" ? observedOf(ruling) : ruling.choices[0]]);
  return { ...(Object.fromEntries(chosen) as RulingChoices), ...changes };
}
