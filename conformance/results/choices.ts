import type { RulingChoices, RulingName } from "../../sim/index.ts";
import type { Seen } from "../client/seen.ts";
import type { Session } from "../client/session.ts";

/** An exchange in which a target decided a point on which the specification is silent. */
export interface Sighting {
  readonly choice: string;
  /** The property or scenario that saw it. */
  readonly address: string;
  /** The exchange that showed it, where one alone did. */
  readonly seen?: Seen | undefined;
}

const sightingText = ({ choice, address, seen }: Sighting): string => {
  if (!seen) return `${choice} in ${address}`;
  const { as, method, path, status } = seen;
  return `${choice} in ${address} (${as ?? "nobody"} ${method} ${path} -> ${status})`;
};

/** The address of a choice that nobody saw: the user asks for it. */
const asked = "--rulings";

/** Two sightings that cannot both be of one server, in words. */
export const contradiction = (ruling: string, one: Sighting, other: Sighting): string =>
  one.address === asked
    ? `${ruling} is ${sightingText(other)}, and the target is held to ${one.choice}`
    : `${ruling} is decided in two ways: ${sightingText(one)}, and ${sightingText(other)}`;

/** Returns the point that a reason says to be decided in two ways; undefined where it is of another kind. */
export const decidedTwice = (reason: string): string | undefined => /^(\w+) is decided in two ways: /m.exec(reason)?.[1];

/** Returns the half of a contradiction that was seen first, by its reason; undefined where the reason is of another kind. */
export function firstHalf(reason: string): Pick<Sighting, "choice" | "address"> | undefined {
  const [, choice, address] = /^\w+ is decided in two ways: (\S+) in (\S+?),? /m.exec(reason) ?? [];
  return choice !== undefined && address !== undefined ? { choice, address } : undefined;
}

/** Returns the address of what saw the other half of a contradiction, by its reason; undefined where the reason is of another kind. */
export const otherHalf = (reason: string): string | undefined => firstHalf(reason)?.address;

/** The choices of a target that a run has seen: of each point the first, by the sighting of it whose address is the first by name. */
export class ChoicesSeen {
  readonly #first = new Map<RulingName, Sighting>();
  readonly #held: Partial<RulingChoices>;

  /** @param held choices that the target is held to, whatever it does first */
  constructor(held: Partial<RulingChoices> = {}) {
    this.#held = held;
  }

  /** Notes a sighting. Gives the first one where that was of another choice, or the choice that the target is held to where it is another. */
  note(ruling: RulingName, sighting: Sighting): Sighting | undefined {
    const first = this.#first.get(ruling);
    // What is under way at once ends in any order, and a report is to be the same whichever.
    if (!first || (first.choice === sighting.choice && sighting.address < first.address)) this.#first.set(ruling, sighting);
    const held = this.#held[ruling];
    if (held !== undefined) return held === sighting.choice ? undefined : { choice: held, address: asked };
    return first && first.choice !== sighting.choice ? first : undefined;
  }

  /** Notes what a property saw the target choose. Gives, where a choice was another before, both in words and both exchanges. */
  contradicted(chosen: Session["chosen"], address: string): { readonly reason: string; readonly seen: readonly Seen[] } | undefined {
    const found = chosen.flatMap(({ ruling, choice, seen }) => {
      const sighting = { choice, address, seen };
      const first = this.note(ruling, sighting);
      return first ? [{ reason: contradiction(ruling, first, sighting), seen: [first.seen, seen].flatMap((each) => each ?? []) }] : [];
    });
    return found[0];
  }

  /** A part of the sightings by their rulings, in the order of their names. */
  by<T>(part: (sighting: Sighting) => T): Readonly<Record<string, T>> {
    const sorted = [...this.#first].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([ruling, sighting]) => [ruling, part(sighting)]));
  }
}
