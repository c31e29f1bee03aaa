import { draw, drawnFrom } from "./rng.ts";
import type { ServerSettings } from "./server.ts";
import { type VariationName, variationNames } from "./variations.ts";

/** In what a server varies, and the seed of how. */
export interface Varying {
  readonly seed: number;
  readonly on: ReadonlySet<VariationName>;
}

/** A seed that picks some variations, or a seed and those wanted. */
export type Vary = number | { readonly seed: number; readonly only: readonly VariationName[] };

/** Returns in what a server varies: in what is named, else in what the seed picks. */
export function varyingBy(vary: Vary): Varying {
  const { seed, only } = typeof vary === "number" ? { seed: vary, only: picked(vary) } : vary;
  return { seed, on: new Set(only) };
}

/** About half of the variations, at least one. */
function picked(seed: number): VariationName[] {
  const next = draw(seed, "variations", 0);
  const some = variationNames.filter(() => next(2) === 1);
  return some.length > 0 ? some : [drawnFrom(variationNames, next)];
}

type Below = (below: number) => number;

/** The chance of one variation for a use of it; undefined where the server does not vary in it. */
export const chanceOf = ({ varying }: Pick<ServerSettings, "varying">, name: VariationName, use = "", number = 0): Below | undefined =>
  varying?.on.has(name) ? draw(varying.seed, `${name} ${use}`, number) : undefined;

/** Returns how many ids are left out: mostly none or a few, now and then many. */
export function gap(next: Below | undefined): number {
  if (!next) return 0;
  const few = Math.max(0, next(8) - 3);
  return few === 4 ? next(200) : few;
}
