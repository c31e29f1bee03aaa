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

function checkChoice(name: string, choice: unknown): void {
  if (!Object.hasOwn(rulings, name)) throw new RangeError(`rulings: there is no ${name}; there are ${Object.keys(rulings).join(", ")}`);
  const accepted: readonly unknown[] = rulings[name as RulingName].choices;
  if (!accepted.includes(choice)) throw new RangeError(`rulings.${name}: ${String(choice)} is not ${accepted.join(" or ")}`);
}

/** All defaults, or with "observed" what running servers do at every contradiction. */
export function choices(base: "default" | "observed" = "default", changes: Partial<RulingChoices> = {}): RulingChoices {
  for (const [name, choice] of Object.entries(changes)) checkChoice(name, choice);
  const chosen = Object.entries(rulings).map(([name, ruling]) => {
    const all: readonly string[] = ruling.choices;
    return [name, base === "observed" && all.includes("observed") ? "observed" : all[0]];
  });
  return { ...(Object.fromEntries(chosen) as RulingChoices), ...changes };
}
