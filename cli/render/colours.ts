import kleur from "kleur";
import type { Io } from "../io.ts";

type Paint = (text: string) => string;

/** The colours of a renderer. */
export interface Colours {
  readonly on: boolean;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const asItIs: Paint = (text) => text;

export const plain: Colours = { on: false, bold: asItIs, dim: asItIs, red: asItIs, green: asItIs, yellow: asItIs, cyan: asItIs };

/** Colours for what goes to `out`: kleur knows whether it is a terminal and what NO_COLOR and FORCE_COLOR say. */
export function coloursFor({ colours = false }: Pick<Io, "colours">): Colours {
  if (!colours || !kleur.enabled) return plain;
  const { bold, dim, red, green, yellow, cyan } = kleur;
  return { on: true, bold, dim, red, green, yellow, cyan };
}
