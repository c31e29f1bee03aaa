import { waitsFor } from "../../run/needs.ts";
import type { Examined } from "../substitute.ts";
import data from "./table.json" with { type: "json" };

/** A mode of targets: how they are prepared for properties, and whether they are held to what is only seen on running servers. */
export type Mode = "control" | "staged like others" | "bare like others" | "staged" | "bare";

export const modes: readonly Mode[] = ["control", "staged like others", "bare like others", "staged", "bare"];

/** The needs of a property in a mode: why it cannot be tried at all, or the things without which it cannot, such as `cast bob`. */
export type Needs = string | readonly string[];

/** The needs of a property in a mode, and beside them others that do as well: other accounts may take the places of those. */
export type Alternatives = readonly [Needs, ...Needs[]];

/** The places of things, or that of a reason. */
type Places = number | readonly number[];

/**
 * The needs of properties by their addresses, each the number of its set; sets have the places of things, or of a reason, for each mode, and a
 * list of such where there are alternatives.
 */
export interface NeedsTable {
  readonly things: readonly string[];
  readonly reasons: readonly string[];
  readonly sets: readonly (readonly (Places | readonly (readonly number[])[])[])[];
  readonly properties: Readonly<Record<string, number>>;
}

export const needsTable = data as NeedsTable;

const areAlternatives = (entry: Places | readonly (readonly number[])[]): entry is readonly (readonly number[])[] =>
  typeof entry === "object" && typeof entry[0] === "object";

/** Returns all that a property may need in a mode; undefined where the table is older than the property. */
export function alternativesOf(table: NeedsTable, address: string, mode: Mode): Alternatives | undefined {
  const { things, reasons, sets, properties } = table;
  const set = Object.hasOwn(properties, address) ? properties[address] : undefined;
  const entry = set === undefined ? undefined : sets[set]?.[modes.indexOf(mode)];
  if (entry === undefined) return undefined;
  const told = (places: Places): Needs =>
    typeof places === "number" ? (reasons[places] ?? "") : places.map((place) => things[place] ?? "");
  const [first = [], ...others]: readonly Places[] = areAlternatives(entry) ? entry : [entry];
  return [told(first), ...others.map(told)];
}

/** Returns what a property needs in a mode; undefined where the table is older than the property. */
export const needsOf = (table: NeedsTable, address: string, mode: Mode): Needs | undefined => alternativesOf(table, address, mode)?.[0];

/** Puts needs in the form of the table. */
export function tableOf(all: ReadonlyMap<string, readonly Alternatives[]>): NeedsTable {
  const [things, reasons, sets]: [string[], string[], string[]] = [[], [], []];
  const placeIn = (list: string[], text: string): number => {
    if (!list.includes(text)) list.push(text);
    return list.indexOf(text);
  };
  const encoded = (needs: Needs): number | number[] =>
    typeof needs === "string" ? placeIn(reasons, needs) : needs.map((thing) => placeIn(things, thing));
  const entryOf = (needs: Alternatives): unknown => (needs.length === 1 ? encoded(needs[0]) : needs.map(encoded));
  const properties = Object.fromEntries([...all].map(([address, needs]) => [address, placeIn(sets, JSON.stringify(needs.map(entryOf)))]));
  return { things, reasons, sets: sets.map((set) => JSON.parse(set)), properties };
}

/** The part of a target that is looked at. */
export type Given = Pick<Examined, "cast" | "channels" | "channelNames" | "missing" | "registers">;

/** Returns why a thing of a kind is missing; undefined where it is there. */
type Lack = (name: string, target: Given, more: readonly string[]) => string | undefined;

const lacks: Readonly<Record<string, Lack>> = {
  cast: (name, { cast }, more) => (Object.hasOwn(cast, name) || more.includes(name) ? undefined : `the cast has no ${name}`),
  password: (name, { cast }, more) =>
    more.includes(name) || (Object.hasOwn(cast, name) && cast[name]?.password !== null)
      ? undefined
      : `the password of ${name} is not known`,
  channel: (name, { channels, channelNames = {} }) =>
    Object.hasOwn(channels, name) || Object.hasOwn(channelNames, name) ? undefined : `no channel stands for ${name}`,
  route: (name, target) => (target.missing?.has(name) ? waitsFor(name, target) : undefined),
  events: (_, { registers }) => (registers === false ? "the target registers no event queue" : undefined),
};

/** Returns why none of some alternatives is met by a target and more accounts, by the first of them; undefined where one is. */
export function unmet(alternatives: Alternatives, target: Given, more: readonly string[]): string | undefined {
  const reasons = alternatives.map((needs) => unmetOf(needs, target, more));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function unmetOf(needs: Needs, target: Given, more: readonly string[]): string | undefined {
  // What profile fields a server has only a run sees: the table was measured on one without them.
  if (typeof needs === "string") return needs.startsWith("no profile field of type ") ? undefined : needs;
  for (const thing of needs) {
    const [kind = "", ...name] = thing.split(" ");
    const why = lacks[kind]?.(name.join(" "), target, more);
    if (why !== undefined) return why;
  }
  return undefined;
}
