import { isObject } from "../../client/json.ts";
import { isKnown, type Target } from "../../client/target.ts";
import type { Body } from "../../expect.ts";
import { accountRows, channelRows, rowsOf } from "../named-ids.ts";

/** The names that a realm file has for what a target has ids for. */
export interface NamesById {
  readonly users: ReadonlyMap<unknown, string>;
  readonly groups: ReadonlyMap<unknown, string>;
  readonly channels: ReadonlyMap<unknown, string>;
  /** Every account that the cast sees, the server's own bots left out. */
  readonly people: readonly Body[];
}

/** Names for all that registrations mention: the cast keeps its own, others are called by their ids. */
export function namesBy({ cast }: Pick<Target, "cast">, bodies: readonly Body[]): NamesById {
  const own = new Map(
    Object.entries(cast).flatMap(([name, member]) => (isKnown(member) ? [[member.user_id as unknown, name] as const] : [])),
  );
  const seen = accountRows(bodies);
  const groups = bodies.flatMap((body) => rowsOf(body, "realm_user_groups"));
  return {
    users: new Map([...seen.keys()].map((id) => [id, own.get(id) ?? `u${id}`])),
    groups: new Map(groups.map(({ id, name }) => [id, String(name)])),
    channels: new Map(channelRows(bodies).map(({ stream_id, name }) => [stream_id, String(name)])),
    people: [...seen.values()],
  };
}

/** The names for a list of ids, without those that are not known. */
export const knownNames = (ids: unknown, names: ReadonlyMap<unknown, string>): string[] =>
  Array.isArray(ids) ? ids.flatMap((id) => names.get(id) ?? []) : [];

/** A group-setting value as a realm file spells it. */
export function permitted(value: unknown, { users, groups }: NamesById): unknown {
  if (typeof value === "number") return groups.get(value) ?? "role:nobody";
  // The reader of realm files says what is wrong with anything else.
  if (!isObject(value)) return value;
  const { direct_members, direct_subgroups } = value;
  return { members: knownNames(direct_members, users), groups: knownNames(direct_subgroups, groups) };
}

/** Those fields of a record with some names that it has. */
export const picked = (row: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));

/** The permission settings of a record as a realm file spells them. One that is null is not told. */
export const permissions = (row: Body, names: NamesById): Body =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => /^can_.*_group$/.test(name) && value !== undefined && value !== null)
      .map(([name, value]) => [name, permitted(value, names)]),
  );
