import { RealmFileError, type Simulator } from "../../sim/index.ts";
import { itemAt, present } from "../client/json.ts";
import { isHeldToObserved, type Member, roleOf, type Target } from "../client/target.ts";
import type { Body } from "../expect.ts";
import { realmOf } from "../model/mirror/mirror.ts";
import { accountRows, channelRows, rowsOf } from "../model/named-ids.ts";
import { type Described, type Oracle, oracleOf } from "../model/oracle.ts";
import { isPoll, type RecordedExchange, type Recording } from "./journal.ts";

/** A server's version as its settings or any registration tell it, and the kind of running servers that it is held to behave like. */
export interface Version extends Pick<Target, "brand" | "level" | "like"> {}

/** A model of the server as one registration tells of it. */
export interface Knowledge {
  readonly oracle: Oracle;
  /** The names of the accounts whose own part of the state is known. */
  readonly insiders: ReadonlySet<string>;
  /** The model's names for the accounts that send requests in the file and never register, by the names of the file; as far as it is known who they are. */
  readonly outsiders: ReadonlyMap<string, string>;
  /** The lengths that texts may have so that neither side has to refuse or cut them, by the names of the bounds. */
  readonly bounds: Readonly<Record<string, number>>;
}

/** Fields that a registration has to hold so that the model can be made from it. */
const needed = ["realm_users", "subscriptions"];
/** Fields that it has to hold besides so that all answers that are compared on running servers can be worked out. */
const neededIfObserved = ["realm_user_groups", "realm_linkifiers", "custom_profile_fields", "realm_emoji", "user_settings"];

/** Whether a server is held to what is only seen on running servers. */
export const isHeld = ({ brand, like }: Version): boolean => isHeldToObserved({ kind: "live", brand, like });

/** Returns the fields that a registration has to hold so that the state is known. */
export const neededOf = (version: Version): readonly string[] => [...needed, ...(isHeld(version) ? neededIfObserved : [])];

/** Whether the answer to an exchange tells the whole state, as far as its account sees it and the server is held to answer by it. */
export const tellsAll = ({ as, method, path, reply }: RecordedExchange, version: Version): boolean =>
  typeof as === "string" && method === "POST" && path === "/register" && neededOf(version).every((name) => reply?.body[name] !== undefined);

/** Returns the version that a recording tells; undefined where it tells none. */
export function versionIn({ exchanges }: Recording, brand?: string): Version | undefined {
  for (const { reply } of exchanges) {
    for (const [name, level] of Object.entries(reply?.body ?? {})) {
      const word = /^([a-z]+)_feature_level$/.exec(name)?.[1];
      if (word !== undefined && (brand ?? word) === word && typeof level === "number") return { brand: word, level };
    }
  }
  return undefined;
}

/** Returns the part that an account's own registration adds to that of another: what concerns itself alone. */
function ownPart(body: Body, first: Body): Body {
  const known = new Set(channelRows([first]).map(({ stream_id }) => stream_id));
  const { user_id, delivery_email, user_settings, alert_words, muted_users, has_vc_token, devices } = body;
  const subscriptions = rowsOf(body, "subscriptions").filter(({ stream_id }) => known.has(stream_id));
  const own = { user_id, delivery_email, user_settings, alert_words, muted_users, has_vc_token, devices, subscriptions };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/** Returns a registration that `tellsAll`: whose it is, when it was sent, and the body of its answer. */
function registrationAt(exchanges: readonly RecordedExchange[], index: number) {
  const exchange = itemAt(exchanges, index);
  const { as, reply } = exchange;
  return { as: present(as, "account that registers"), at: clockAt(exchange), first: present(reply, "answer to a registration").body };
}

/** The first registration of each account from a place in the file on, by its name: that at the place whole, of others what concerns themselves. */
function registrationsFrom(exchanges: readonly RecordedExchange[], at: number, version: Version): Map<string, Body> {
  const registrations = new Map<string, Body>();
  const { first } = registrationAt(exchanges, at);
  for (const exchange of exchanges.slice(at)) {
    const { as, reply } = exchange;
    if (!tellsAll(exchange, version) || typeof as !== "string" || !reply || registrations.has(as)) continue;
    registrations.set(as, registrations.size === 0 ? first : ownPart(reply.body, first));
  }
  return registrations;
}

/** The accounts that registered, as the server describes them. */
function castOf(cast: Recording["cast"], registrations: ReadonlyMap<string, Body>, first: Body): Record<string, Member> {
  const people = new Map(rowsOf(first, "realm_users").map((row) => [row.user_id, row]));
  return Object.fromEntries(
    [...registrations].flatMap(([name, { user_id }]) => {
      const row = people.get(user_id);
      if (!row) return [];
      const known = { user_id: Number(user_id), email: cast[name] ?? String(row.email), role: roleOf(row.role) ?? "member" };
      return [[name, { ...known, is_bot: row.is_bot === true, password: null }]];
    }),
  );
}

/** Returns the accounts that never register, as far as the first registration knows their addresses, or an answer tells their ids. */
function outsidersOf({ cast, exchanges }: Recording, insiders: ReadonlyMap<string, Body>, first: Body): Knowledge["outsiders"] {
  const own = exchanges.filter(({ method, path, as, reply }) => method === "GET" && path === "/users/me" && as !== undefined && reply);
  const ids = new Map<unknown, unknown>(own.map(({ as, reply }) => [as, reply?.body.user_id]));
  const people = rowsOf(first, "realm_users");
  const named = new Set(exchanges.flatMap(({ as }) => (typeof as === "string" && !insiders.has(as) ? [as] : [])));
  return new Map(
    [...named].flatMap((name): [string, string][] => {
      const address = cast[name]?.toLowerCase();
      const isIt = ({ user_id, email, delivery_email }: Body): boolean =>
        ids.has(name) ? user_id === ids.get(name) : [delivery_email, email].some((one) => String(one).toLowerCase() === address);
      const found = people.filter(isIt);
      return found.length === 1 ? [[name, `u${found[0]?.user_id}`]] : [];
    }),
  );
}

const byName = (rows: readonly Body[], id: string): Map<unknown, unknown> => new Map(rows.map((row) => [row.name ?? row.pattern, row[id]]));

/** Matches what the two sides call accounts outside of the cast, groups, linkifiers and folders. */
function bindOthers({ twins }: Oracle, model: Simulator, ours: Body, first: Body): void {
  const own = accountRows([ours]);
  for (const row of rowsOf(first, "realm_users", "realm_non_active_users")) {
    const twin = model.cast[`u${row.user_id}`];
    if (!twin) continue;
    twins.bind("user", twin.user_id, Number(row.user_id));
    const address = own.get(twin.user_id)?.email;
    if (typeof address === "string" && typeof row.email === "string") twins.bind("email", address, row.email);
  }
  for (const [list, kind] of [
    ["realm_user_groups", "group"],
    ["realm_linkifiers", "linkifier"],
    ["channel_folders", "folder"],
  ] as const) {
    const theirs = byName(rowsOf(first, list), "id");
    for (const [name, id] of byName(rowsOf(ours, list), "id")) if (theirs.has(name)) twins.bind(kind, Number(id), Number(theirs.get(name)));
  }
}

/** Returns the narrower of the bounds of texts that the two sides tell. */
function boundsOf(ours: Body, theirs: Body): Knowledge["bounds"] {
  const told = [...Object.entries(ours), ...Object.entries(theirs)].filter(([name]) => /^max_\w+_length$/.test(name));
  const numbers = (of: string) => told.flatMap(([name, bound]) => (name === of && typeof bound === "number" ? [bound] : []));
  return Object.fromEntries(told.map(([name]) => [name, Math.min(...numbers(name))]));
}

/**
 * Makes the model of a server as the registration at a place of a recording tells of it.
 * @returns why there is none, in words, where there is none
 */
export function knowledgeAt({ url, cast, exchanges }: Recording, at: number, version: Version): Knowledge | string {
  const { as, at: instant, first } = registrationAt(exchanges, at);
  const registrations = registrationsFrom(exchanges, at, version);
  const members = castOf(cast, registrations, first);
  for (const name of registrations.keys()) if (!Object.hasOwn(members, name)) registrations.delete(name);
  const channels = Object.fromEntries(channelRows([first]).map(({ name, stream_id }) => [String(name), Number(stream_id)]));
  const target: Described = { ...version, kind: "live", cast: members, channels, url, steering: undefined };
  const outsiders = outsidersOf({ url, cast, exchanges, notes: [] }, registrations, first);
  try {
    const oracle = oracleOf(target, realmOf(target, registrations), registrations, instant);
    const model = oracle.fresh({});
    const client_capabilities = { notification_settings_null: true, archived_channels: true, include_deactivated_groups: true };
    const ours = model.as(as).send("POST /register", { client_capabilities }).body as Body;
    bindOthers(oracle, model, ours, first);
    return { oracle, insiders: new Set(registrations.keys()), outsiders, bounds: boundsOf(ours, first) };
  } catch (problem) {
    if (problem instanceof RealmFileError) return `the model cannot be as this registration says: ${problem.message}`;
    throw problem;
  }
}

/** The instant at which the model plays an exchange: a poll waits for what others do, all else is carried out as it is sent. */
export const playedAt = (exchange: RecordedExchange): number => (isPoll(exchange) ? exchange.answeredAt : exchange.at);

/** Seconds by which a server's clock may be off from that of who recorded. */
export const tolerance = 60;

/** Returns the time of the model when it plays an exchange: that of the server, where its clock tells another, as one that stands still or was moved. */
export function clockAt(exchange: RecordedExchange): number {
  const { servedAt, answeredAt } = exchange;
  return servedAt !== undefined && Math.abs(servedAt - answeredAt) > tolerance * 1000 ? servedAt : playedAt(exchange);
}
