import { waitsFor } from "../../run/needs.ts";
import type { Examined } from "../substitute.ts";
import data from "./table.json" with { type: "json" };

/** A mode of targets: how they are prepared for properties, and whether they are held to what is only seen on running servers. */
export type Mode = "control" | "staged like others" | "bare like others" | "staged" | "bare";

export const modes: readonly Mode[] = ["control", "staged like others", "bare like others", "staged", "bare"];

/** The needs of a property in a mode: why it cannot be tried at all, or the things without which it cannot, such as `cast bob`. */
export type Needs = string | readonly string[];

/** The needs of properties by their addresses, each the number of its set; sets have the places of things, or of a reason, for each mode. */
export interface NeedsTable {
  readonly things: readonly string[];
  readonly reasons: readonly string[];
  readonly sets: readonly (readonly (number | readonly number[])[])[];
  readonly properties: Readonly<Record<string, number>>;
}

export const needsTable = data as NeedsTable;

/** Returns what a property needs in a mode; undefined where the table is older than the property. */
export function needsOf({ things, reasons, sets, properties }: NeedsTable, address: string, mode: Mode): Needs | undefined {
  const set = Object.hasOwn(properties, address) ? properties[address] : undefined;
  const entry = set === undefined ? undefined : sets[set]?.[modes.indexOf(mode)];
  if (entry === undefined) return undefined;
  return typeof entry === "number" ? (reasons[entry] ?? "") : entry.map((place) => things[place] ?? "");
}

/** Puts needs in the form of the table. */
export function tableOf(all: ReadonlyMap<string, readonly Needs[]>): NeedsTable {
  const [things, reasons, sets]: [string[], string[], string[]] = [[], [], []];
  const placeIn = (list: string[], text: string): number => {
    if (!list.includes(text)) list.push(text);
    return list.indexOf(text);
  };
  const encoded = (needs: Needs): number | number[] =>
    typeof needs === "string" ? placeIn(reasons, needs) : needs.map((thing) => placeIn(things, thing));
  const properties = Object.fromEntries([...all].map(([address, needs]) => [address, placeIn(sets, JSON.stringify(needs.map(encoded)))]));
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

/** Returns why needs are not met by a target and more accounts; undefined where they are. */
export function unmet(needs: Needs, target: Given, more: readonly string[]): string | undefined {
  // What profile fields a server has only a run sees: the table was measured on one without them.
  if (typeof needs === "string") return needs.startsWith("no profile field of type ") ? undefined : needs;
  for (const thing of needs) {
    const [kind = "", ...name] = thing.split(" ");
    const why = lacks[kind]?.(name.join(" "), target, more);
    if (why !== undefined) return why;
  }
  return undefined;
}
