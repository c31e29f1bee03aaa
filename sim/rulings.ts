import { conventions } from "./rulings/conventions.ts";
import { events } from "./rulings/events.ts";
import { fetching } from "./rulings/fetching.ts";
import { groups } from "./rulings/groups.ts";
import { messages } from "./rulings/messages.ts";
import { organization } from "./rulings/organization.ts";
import type { Ruling } from "./rulings/ruling.ts";

export type { Ruling };

/**
 * Rulings: every point on which the specification is silent, or on which running servers do otherwise. Where it is silent, the
 * default is what running servers do; where the two contradict each other, the default is the specification and `observed` is
 * what servers do. The suite never fails a live server on a ruling unless asked to.
 */
export const rulings = { ...conventions, ...messages, ...fetching, ...groups, ...organization, ...events };

export type RulingName = keyof typeof rulings;
export type RulingChoices = { readonly [R in RulingName]: (typeof rulings)[R]["choices"][number] };

/** All defaults, or with "observed" what running servers do at every contradiction. */
export function choices(base: "default" | "observed" = "default", changes: Partial<RulingChoices> = {}): RulingChoices {
  const chosen = Object.entries(rulings).map(([name, ruling]) => {
    const all: readonly string[] = ruling.choices;
    return [name, base === "observed" && all.includes("observed") ? "observed" : all[0]];
  });
  return { ...(Object.fromEntries(chosen) as RulingChoices), ...changes };
}
