import { type Body, isObject } from "../client/json.ts";
import { type Member, type Outgoing, type Reply, roleOf, type Steering } from "../client/target.ts";
import { passOver, unanswered } from "../client/thrown.ts";
import { Untestable } from "../expect.ts";
import type { Key } from "./http.ts";
import type { Rewinder } from "./run.ts";
import type { FileMember } from "./target-file.ts";
import { type ChannelSight, type Person, type Sight, wantedAccounts } from "./wanted.ts";

/** Sends a request with the credentials in it. */
export type Ask = (request: Outgoing) => Promise<Reply>;

/** Sends a request with the credentials of an account. That a route is without an answer is for the run to find: here it tells nothing. */
export async function askAs(ask: Ask, { email, api_key }: Key, method: string, path: string, fields: Body = {}): Promise<Reply> {
  const reply = await ask({ as: null, method, path, fields, credentials: { kind: "basic", email, api_key } }).catch(passOver);
  return reply ?? unanswered;
}

const truthIn = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);

const objectsIn = (...lists: unknown[]): Body[] => lists.flat().filter(isObject);

function roleIn({ role, is_owner, is_admin, is_guest, is_moderator }: Body): Member["role"] | undefined {
  if (typeof role === "number") return roleOf(role);
  if (is_owner === true) return "owner";
  if (is_admin === true) return "administrator";
  if (is_guest === true) return "guest";
  if (is_moderator === true) return "moderator";
  return is_admin === false ? "member" : undefined;
}

function rolesDenied({ is_owner, is_admin, is_guest, is_moderator }: Body): Member["role"][] {
  const roles = { owner: is_owner !== false && is_admin !== false, administrator: is_admin, guest: is_guest, moderator: is_moderator };
  return (Object.keys(roles) as (keyof typeof roles)[]).filter((role) => roles[role] === false);
}

/** @param isActive whether the accounts are, where they do not say otherwise; undefined where that is not known */
function peopleIn(isActive: boolean | undefined, ...lists: unknown[]): Person[] {
  return objectsIn(...lists).flatMap((one) => {
    const { user_id, email, delivery_email, is_bot, is_active } = one;
    const emails = [email, delivery_email].filter((address): address is string => typeof address === "string");
    if (typeof user_id !== "number") return [];
    const told = { role: roleIn(one), otherRoles: rolesDenied(one), is_bot: truthIn(is_bot) };
    return [{ user_id, emails, ...told, isActive: isActive === false ? false : (truthIn(is_active) ?? isActive) }];
  });
}

const channelsIn = (...lists: unknown[]): Map<string, number> =>
  new Map(
    objectsIn(...lists).flatMap(({ name, stream_id }): [string, number][] =>
      typeof name === "string" && typeof stream_id === "number" ? [[name, stream_id]] : [],
    ),
  );

/** Returns what is told of channels; a later list tells no less of one than an earlier. */
const sightsIn = (...lists: unknown[]): Map<number, ChannelSight> =>
  new Map(
    objectsIn(...lists).flatMap((one): [number, ChannelSight][] => {
      if (typeof one.stream_id !== "number") return [];
      const sight = {
        isPrivate: truthIn(one.invite_only),
        isWebPublic: truthIn(one.is_web_public),
        isArchived: truthIn(one.is_archived),
        sharesHistory: truthIn(one.history_public_to_subscribers),
        subscribers: typeof one.subscriber_count === "number" ? one.subscriber_count : undefined,
      };
      return [[one.stream_id, sight]];
    }),
  );

const limitsIn = (body: Body): Record<string, number> =>
  Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, number] => /^max_\w+_length$/.test(entry[0]) && typeof entry[1] === "number"),
  );

export const succeeds = ({ status, body }: Reply): boolean => status >= 200 && status <= 299 && body.result === "success";

/** Requests that change nothing and that nobody may send without credentials. Not every server has the first. */
const harmless = ["/realm/linkifiers", "/users/me", "/messages/1"] as const;

/** A key that no account has. */
const noKey = "0".repeat(32);

/** Returns whether a route takes a key that nobody has, by mistake; each is asked once. */
export function openRoutes(ask: Ask): (path: string, member: Key) => Promise<boolean> {
  const open = new Map<string, boolean>();
  return async (path, { email }) => {
    const isOpen = open.get(path) ?? succeeds(await askAs(ask, { email, api_key: noKey }, "GET", path));
    open.set(path, isOpen);
    return isOpen;
  };
}

/**
 * Asks for what changes nothing. Returns how the server refuses the credentials; undefined where it takes them.
 * @param isOpen whether a route takes any key, so that it says nothing of this one
 */
export async function refusal(ask: Ask, member: FileMember, isOpen: ReturnType<typeof openRoutes>): Promise<string | undefined> {
  for (const path of harmless) {
    const reply = await askAs(ask, member, "GET", path);
    const { status, body } = reply;
    if (status >= 500) return undefined;
    if (succeeds(reply)) {
      if (await isOpen(path, member)) continue;
      return undefined;
    }
    // Elsewhere 403 may be about what is asked for.
    if (status !== 401 && !(status === 403 && path === harmless[0])) continue;
    const code = typeof body.code === "string" && /^[A-Z_]{1,60}$/.test(body.code) ? ` ${body.code}` : "";
    return `${member.email}: ${status}${code}`;
  }
  return undefined;
}

/** Without these a server leaves archived channels out. */
const client_capabilities = { notification_settings_null: true, archived_channels: true };

/** Registers as a member, and deletes the queue again. What the registration does not tell is asked for by other requests. */
export async function sightOf(ask: Ask, member: FileMember): Promise<Sight> {
  const send = (method: string, path: string, fields = {}) => askAs(ask, member, method, path, fields);
  const fetched = ["realm_user", "subscription", "stream"];
  const reply = await send("POST", "/register", { event_types: ["message"], fetch_event_types: fetched, client_capabilities });
  const { queue_id } = reply.body;
  const registers = succeeds(reply) && typeof queue_id === "string";
  if (registers) await send("DELETE", "/events", { queue_id });
  const body = registers ? reply.body : {};
  // Where deactivated accounts have no list of their own they may be among the others.
  const areActive = Array.isArray(body.realm_non_active_users) ? true : undefined;
  const people = [...peopleIn(areActive, body.realm_users), ...peopleIn(true, body), ...peopleIn(false, body.realm_non_active_users)];
  const isTold = typeof body.user_id === "number" || people.some(({ emails }) => emails.includes(member.email));
  const me = isTold ? body : (await send("GET", "/users/me")).body;
  const own = channelsIn(body.streams, body.subscriptions, body.unsubscribed, body.never_subscribed);
  const streams = own.size > 0 ? [] : [(await send("GET", "/streams")).body.streams];
  return {
    registers,
    user_id: typeof me.user_id === "number" ? me.user_id : undefined,
    people: isTold ? people : [...people, ...peopleIn(true, me)],
    channels: new Map([...own, ...channelsIn(...streams)]),
    channelsById: sightsIn(...streams, body.streams, body.never_subscribed, body.unsubscribed, body.subscriptions),
    limits: limitsIn(body),
    subscribed: Array.isArray(body.subscriptions) ? new Set(channelsIn(body.subscriptions).values()) : undefined,
  };
}

/** A member of whom something is not known: a run that asks for it is untestable. */
function partlyKnown(name: string, known: Omit<Member, "user_id">): Member {
  return {
    ...known,
    get user_id(): number {
      throw new Untestable(`the user id of ${name} is not known`);
    },
  };
}

/** Returns what members see of an account of the file. */
function seenOf({ email, user_id }: FileMember, own: Sight | undefined, people: readonly Person[]): readonly Person[] {
  const address = email.toLowerCase();
  const id = user_id ?? own?.user_id ?? people.find(({ emails }) => emails.some((one) => one.toLowerCase() === address))?.user_id;
  return people.filter((person) => person.user_id === id);
}

/** Returns whether members see an account of the file as an active one; undefined where nothing tells. */
export function isSeenActive(given: FileMember, people: readonly Person[]): boolean | undefined {
  const told = seenOf(given, undefined, people).flatMap(({ isActive }) => isActive ?? []);
  return told.length === 0 ? undefined : told.every(Boolean);
}

/** Whether neither the file nor the server says what an account may do. */
export const isRoleUnknown = (given: FileMember, own: Sight | undefined, people: readonly Person[]): boolean =>
  given.role === undefined && seenOf(given, own, people).every(({ role }) => role === undefined);

/** Returns the role and the kind of an account as members see it; undefined where they are not told. */
function toldOf(seen: readonly Person[]): Pick<Person, "role" | "is_bot"> {
  return { role: seen.find(({ role }) => role)?.role, is_bot: seen.find(({ is_bot }) => is_bot !== undefined)?.is_bot };
}

/** A member of the cast, of what members see and, where they are not told, of what the file says. */
export function memberOf(name: string, given: FileMember, own: Sight | undefined, people: readonly Person[]): Member {
  const seen = seenOf(given, own, people);
  const id = given.user_id ?? own?.user_id ?? seen[0]?.user_id;
  const told = toldOf(seen);
  const role = seen.some(({ otherRoles }) => given.role && otherRoles.includes(given.role)) ? undefined : given.role;
  const known = {
    email: given.email,
    role: told.role ?? role ?? wantedAccounts[name]?.role ?? "member",
    is_bot: told.is_bot ?? given.is_bot ?? (seen.length === 0 && (wantedAccounts[name]?.is_bot ?? false)),
    password: given.password ?? null,
  };
  return id === undefined ? partlyKnown(name, known) : { ...known, user_id: id };
}

/** Returns a line for each place in the file that the server contradicts. @param used what counts instead */
export function contradictionsOf(name: string, given: FileMember, used: Partial<Pick<FileMember, "role" | "is_bot" | "active">>): string[] {
  return (["role", "is_bot", "active"] as const).flatMap((field) => {
    const [got, counts] = [given[field], used[field]];
    if (got === undefined || counts === undefined || got === counts) return [];
    return [`cast.${name}.${field}: got ${JSON.stringify(got)}, which the server contradicts: ${JSON.stringify(counts)} counts`];
  });
}

/** So far the clock is moved, in milliseconds: further than any request takes. */
const hour = 3_600_000;

const pattern = "touchstone-trial-(?P<id>[0-9]+)";

/** Facts of a server before and after it is steered; what it does not tell is undefined. */
interface Look {
  readonly millis: number | undefined;
  readonly patterns: readonly unknown[] | undefined;
}

async function look(ask: Ask, key: Key): Promise<Look> {
  const { server_timestamp: time } = (await askAs(ask, key, "GET", "/realm/presence")).body;
  const { linkifiers } = (await askAs(ask, key, "GET", "/realm/linkifiers")).body;
  return {
    millis: typeof time === "number" ? time * 1000 : undefined,
    patterns: Array.isArray(linkifiers) ? linkifiers.map((one: { readonly pattern?: unknown } | null) => one?.pattern) : undefined,
  };
}

const moved = (from: Look, to: Look): number | undefined =>
  from.millis === undefined || to.millis === undefined ? undefined : to.millis - from.millis;

/** Returns what of a control API does not work, in words; undefined where all that shows does. It is steered, and brought back. */
async function faultOf(steering: Steering & Rewinder, seen: () => Promise<Look>): Promise<string | undefined> {
  const before = await seen();
  await steering.keep();
  await steering.advance(hour);
  await steering.act({ action: "add_linkifier", pattern, url_template: "https://trial.example.com/{id}" });
  const steered = await seen();
  await steering.rewind();
  const after = await seen();
  const forward = moved(before, steered);
  if (forward !== undefined && forward < hour / 2) return "it does not move the clock";
  if (steered.patterns?.includes(pattern) === false) return "what its actions do does not show";
  const left = moved(before, after);
  if (left !== undefined && left > hour / 2) return "the clock does not go back to a snapshot";
  return after.patterns?.includes(pattern) ? "what was done after a snapshot stays when it is restored" : undefined;
}

/**
 * Tries a control API before it is believed.
 * @param key of an account of the server
 * @returns what of it does not work, in words
 */
export async function trialOf(steering: Steering & Rewinder, ask: Ask, key: Key): Promise<string | undefined> {
  try {
    return await faultOf(steering, () => look(ask, key));
  } catch (thrown) {
    if (thrown instanceof Untestable) return thrown.message;
    throw thrown;
  }
}
