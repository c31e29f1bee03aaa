import type { Counter } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { recordOf } from "../core/lookup.ts";
import type { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { maybe, type Place, type Read, record, whole, wrong } from "../reader/index.ts";

/** An id that the file gives. */
export const idShape = maybe(whole(1, limits.largestMessageId));

const kinds = ["user", "group", "channel", "profile_field", "linkifier", "playground", "emoji", "domain", "folder", "message"] as const;

/** The ids of the first records of each kind, where the file gives none. */
export const firstIdsShape = record(recordOf(kinds, () => idShape));

export function putFirstIds({ counters }: World, first: Read<typeof firstIdsShape>): void {
  for (const kind of kinds) {
    const counter = kind === "profile_field" ? "field" : kind;
    counters[counter] = first[kind] ?? counters[counter];
  }
}

interface Numbered {
  readonly id: number | undefined;
  readonly place: Place;
}

/** A record that is there already. */
interface Named<Id> {
  readonly id: Id;
  readonly key?: string;
  readonly name?: string;
}

/** Records by name with their ids, in their order: those that the file gives, for others the next that none of them has. `table`: older ones. */
export function withIds<T extends Numbered, Id extends number>(
  turn: Turn,
  counter: Counter,
  records: ReadonlyMap<string, T>,
  table: { get(id: Id | undefined): Named<Id> | undefined },
): (readonly [name: string, given: T, id: Id])[] {
  const { counters } = turn.world;
  const given = new Map<number, Place>();
  for (const { id, place } of records.values()) {
    if (id === undefined) continue;
    const older = table.get(id as Id);
    const other = given.get(id)?.path ?? (older && (older.key ?? older.name ?? "another one"));
    if (other !== undefined) wrong(place.at("id"), id, `an id that nothing else has; ${other} has this one`);
    given.set(id, place);
  }
  const next = (): number => {
    const id = turn.nextId(counter);
    return given.has(id) ? next() : id;
  };
  const all = [...records].map(([name, one]) => [name, one, (one.id ?? next()) as Id] as const);
  counters[counter] = Math.max(counters[counter], ...[...given.keys()].map((id) => id + 1));
  return all;
}
