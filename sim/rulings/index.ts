import { conventions } from "./conventions.ts";
import { events, fetching } from "./fetching.ts";
import { messages } from "./messages.ts";
import { groups, organization } from "./organization.ts";
import type { Point } from "./ruling.ts";

/** Returns choices that note the names of those that are asked for. */
export const notedIn = (choices: RulingChoices, names: Set<RulingName>): RulingChoices =>
  new Proxy(choices, {
    get(all, name) {
      names.add(name as RulingName);
      return all[name as RulingName];
    },
  });

/** A point with its kind: whether the specification leaves it open, or states it and running servers decide otherwise. */
export interface Ruling extends Point {
  readonly kind: "silent" | "contradicted";
}

const points = { ...conventions, ...messages, ...fetching, ...groups, ...organization, ...events };

export type RulingName = keyof typeof points;

const isContradicted = ({ choices }: Point): boolean => choices.includes("observed");

/**
 * Rulings: every point that the specification leaves open (`silent`: the default is what running servers do), and every point that
 * it states and running servers decide otherwise (`contradicted`: the default is the text, `observed` is what servers do).
 */
export const rulings = Object.fromEntries(
  Object.entries<Point>(points).map(([name, point]) => [name, { kind: isContradicted(point) ? "contradicted" : "silent", ...point }]),
) as { readonly [R in RulingName]: (typeof points)[R] & Ruling };

/** The names of the rulings on points that the specification states and running servers decide otherwise. */
export const contradicted = (Object.keys(rulings) as RulingName[]).filter((name) => isContradicted(rulings[name]));

export type RulingChoices = { readonly [R in RulingName]: (typeof points)[R]["choices"][number] };

/** The choice of running servers. */
const observedOf = (point: Point): string => (isContradicted(point) ? "observed" : (point.running ?? point.choices[0]));

/** Returns all defaults, or with "observed" what running servers do wherever that is something else; some changed. */
export function choices(base: "default" | "observed" = "default", changes: Partial<RulingChoices> = {}): RulingChoices {
  if (base !== "default" && base !== "observed") throw new TypeError(`base: got ${String(base)}, expected "default" or "observed"`);
  const chosen = Object.entries(rulings).map(([name, ruling]) => [name, base === "observed" ? observedOf(ruling) : ruling.choices[0]]);
  return { ...(Object.fromEntries(chosen) as RulingChoices), ...changes };
}
