import kleur from "kleur";
import type { Io } from "../io.ts";
import { ours } from "./visible.ts";

/** Prints a value as JSON, or as text in the colours of `out`. */
export const print = (io: Io, asJson: boolean, value: unknown, text: (colours: Colours) => string): void =>
  io.out(asJson ? `${JSON.stringify(value, null, 2)}\n` : text(coloursFor(io)));

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

/** A colour of kleur's, whose sequences the gate knows as ours. */
function known(paint: Paint): Paint {
  const [on = "", off = ""] = paint("|").split("|");
  return on === "" ? asItIs : (text) => ours(on) + text + ours(off);
}

/** Colours for what goes to `out`: kleur knows whether it is a terminal and what NO_COLOR and FORCE_COLOR say. */
export function coloursFor({ colours = false }: Pick<Io, "colours">): Colours {
  if (!colours || !kleur.enabled) return plain;
  const { bold, dim, red, green, yellow, cyan } = kleur;
  return { on: true, bold: known(bold), dim: known(dim), red: known(red), green: known(green), yellow: known(yellow), cyan: known(cyan) };
}
