import { type Body, isObject, objectsIn } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import { MatchedIds } from "../compare/matched-ids.ts";
import { type Counted, indexAt, type Made, madeOf, type Named, replaced, type Symbolic } from "../draw/symbols.ts";
import { codePoints, cut } from "../draw/texts.ts";
import type { Limit } from "../text/limits.ts";

type Ids = Readonly<Record<string, number>>;

/** Names that one side has for the things that both have from the beginning. */
export interface NamedIds {
  readonly users: Readonly<
    Record<
      string,
      { readonly id: number; readonly email: string; readonly login: string; readonly name: string; readonly password: string | null }
    >
  >;
  readonly channels: Readonly<Record<string, { readonly id: number; readonly name: string }>>;
  readonly groups: Ids;
  readonly fields: Ids;
  readonly devices: Readonly<Record<string, number>>;
  readonly displayName: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly provider: string;
}

type Row = Body;

/** Returns the records of lists that a server told; what is no record is passed over. */
export const rowsOf = (body: Body, ...names: readonly string[]): Row[] => names.flatMap((name) => objectsIn(body[name]));

/** Returns the records of all channels that registrations mention, once for each list that has one. */
export const channelRows = (bodies: Iterable<Body>): Row[] =>
  [...bodies].flatMap((body) => rowsOf(body, "subscriptions", "unsubscribed", "never_subscribed"));

/** Returns the records of all accounts that registrations mention, by their ids. */
export const accountRows = (bodies: Iterable<Body>): Map<unknown, Row> =>
  new Map([...bodies].flatMap((body) => rowsOf(body, "realm_users", "realm_non_active_users")).map((row) => [row.user_id, row]));

/** A bound that is told of texts: a greater one is none, since a text beyond it could not be made. */
const isBound = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000;

const idsByName = (rows: readonly Row[]): Ids => Object.fromEntries(rows.map(({ name, id }) => [String(name), Number(id)]));

/** Facts that a side of a comparison knows of its people and channels. */
type Known = Pick<Target, "cast" | "channels" | "brand">;

/** Reads the named ids from what a server told the members of the cast when they registered. */
export function namedIdsOf({ cast, channels, brand }: Known, registrations: ReadonlyMap<string, Body>): NamedIds {
  const bodies = [...registrations.values()];
  const first = bodies[0] ?? {};
  const people = accountRows(bodies);
  const names = new Map(channelRows(bodies).map((row) => [row.stream_id, row.name]));
  const users = Object.entries(cast).map(([key, { user_id: id, email: login, password }]) => {
    const row = people.get(id);
    return [key, { id, login, password, email: String(row?.email ?? login), name: String(row?.full_name ?? key) }] as const;
  });
  return {
    users: Object.fromEntries(users),
    channels: Object.fromEntries(Object.entries(channels).map(([key, id]) => [key, { id, name: String(names.get(id) ?? key) }])),
    groups: idsByName(rowsOf(first, "realm_user_groups").filter((row) => row.is_system_group)),
    fields: idsByName(rowsOf(first, "custom_profile_fields")),
    devices: Object.fromEntries(
      [...registrations].flatMap(([key, { devices }]) =>
        Object.keys(isObject(devices) ? devices : {})
          .slice(0, 1)
          .map((id) => [key, Number(id)]),
      ),
    ),
    displayName: String(first.realm_empty_topic_display_name ?? "general chat"),
    limits: Object.fromEntries(
      Object.entries(first).filter((entry): entry is [string, number] => entry[0].startsWith("max_") && isBound(entry[1])),
    ),
    provider: brand === "zulip" ? "webex" : "vc",
  };
}

/** The twins that two atlases make known. */
export function matchedIdsOf(ours: NamedIds, theirs: NamedIds): MatchedIds {
  const twins = new MatchedIds();
  const both = (kind: string, model: Ids, target: Ids) => {
    for (const [name, id] of Object.entries(model)) if (target[name] !== undefined) twins.bind(kind, id, target[name]);
  };
  for (const [name, { id, email, login, password }] of Object.entries(ours.users)) {
    const other = theirs.users[name];
    if (!other) continue;
    twins.bind("user", id, other.id);
    twins.bind("email", email, other.email);
    if (login !== email) twins.bind("email", login, other.login);
    if (password !== null && other.password) twins.bind("password", password, other.password);
  }
  for (const [name, { id }] of Object.entries(ours.channels))
    if (theirs.channels[name]) twins.bind("channel", id, theirs.channels[name].id);
  both("group", ours.groups, theirs.groups);
  both("field", ours.fields, theirs.fields);
  both("device", ours.devices, theirs.devices);
  return twins;
}

const nowhere = 2147483646;
/** Values that stand for something that was never made. */
export const missing: Readonly<Record<Made, unknown>> = {
  message: nowhere,
  group: nowhere,
  folder: nowhere,
  queue: "no queue yet",
  device: nowhere,
};

/** Returns a text of so many code points that begins with another. */
function filledTo(length: number, head: string, filler: string): string {
  const room = length - codePoints(head);
  if (room <= 0) return cut(head, Math.max(0, length));
  const points = Array.from(filler || "x");
  return `${head}${points.join("").repeat(Math.floor(room / points.length))}${points.slice(0, room % points.length).join("")}`;
}

/** One side in the course of a scenario: what its symbols stand for. */
export class Side {
  readonly namedIds: NamedIds;
  readonly made: Readonly<Record<Made, unknown[]>> = { message: [], group: [], folder: [], queue: [], device: [] };
  /** The id after which its events begin, by queue. */
  readonly started = new Map<unknown, number>();
  /** The last event read, by queue. */
  readonly read = new Map<unknown, number>();
  readonly #suffix: string;

  constructor(namedIds: NamedIds, suffix: string) {
    this.namedIds = namedIds;
    this.#suffix = suffix;
  }

  /** Returns a side that goes on from here by itself. */
  fork(): Side {
    const copy = new Side(this.namedIds, this.#suffix);
    for (const kind of Object.keys(this.made) as Made[]) copy.made[kind].push(...this.made[kind]);
    for (const [queue, start] of this.started) copy.started.set(queue, start);
    for (const [queue, last] of this.read) copy.read.set(queue, last);
    return copy;
  }

  /** A value as this side spells it. */
  spell = (value: unknown): unknown => replaced(value, this.#of);

  readonly #of = (symbol: Symbolic): unknown => {
    if (symbol.ref === "text") return symbol.of.map((part) => String(this.spell(part))).join("");
    if (symbol.ref === "long") {
      const length = (this.namedIds.limits[symbol.of as Limit] ?? 60) + symbol.plus;
      return filledTo(length, String(this.spell(symbol.head ?? "")), symbol.filler ?? "x");
    }
    if ("at" in symbol) return this.#at(symbol.ref, symbol.at);
    return symbol.ref === "fresh" ? `${symbol.of}${this.#suffix}` : this.#named(symbol.ref, symbol.of);
  };

  #at(ref: Counted, at: number): unknown {
    const list = this.made[madeOf(ref)];
    const index = indexAt(at, list.length);
    if (ref === "event" || ref === "start") {
      const start = index === undefined ? undefined : this.started.get(list[index]);
      return (ref === "event" && index !== undefined ? this.read.get(list[index]) : undefined) ?? start ?? -1;
    }
    return index === undefined ? missing[ref] : list[index];
  }

  #named(ref: Named, of: string): unknown {
    const { users, channels, groups, fields, devices, displayName } = this.namedIds;
    if (ref === "user") return users[of]?.id ?? nowhere;
    if (ref === "email") return users[of]?.email ?? `${of}@example.invalid`;
    if (ref === "login") return users[of]?.login ?? of;
    if (ref === "full name") return users[of]?.name ?? of;
    if (ref === "password") return users[of]?.password ?? "none";
    if (ref === "device") return devices[of] ?? nowhere;
    if (ref === "channel") return channels[of]?.id ?? nowhere;
    if (ref === "channel name") return channels[of]?.name ?? of;
    if (ref === "system group") return groups[of] ?? nowhere;
    if (ref === "profile field") return fields[of] ?? nowhere;
    return displayName;
  }
}
