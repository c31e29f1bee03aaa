import { at, type Body, type Checks, prepared, Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { parsed } from "./json.ts";
import { fetchServerSettings, recordsOf, recordsWith, standing, stateOf } from "./registration.ts";
import { ownRealm, type Session } from "./session.ts";
import type { Member, Reply } from "./target.ts";

/** An id that no message, account, channel, group, folder or field has. */
export const unknownId = 2_000_000_000;

type Role = Member["role"];

/** Returns the first person of the cast with one of some roles; undefined where there is none. */
export function personIfAny(session: Session, ...roles: readonly Role[]): Actor | undefined {
  const found = Object.entries(session.target.cast).find(([, { role, is_bot }]) => roles.includes(role) && !is_bot);
  return found && session.actor(found[0]);
}

/** Returns the same. @throws Untestable: there is none */
export function person(session: Session, ...roles: readonly Role[]): Actor {
  const found = personIfAny(session, ...roles);
  if (!found) throw new Untestable(`the cast has no ${roles.join(" or ")}`);
  return found;
}

export const administrator = (session: Session): Actor => person(session, "administrator", "owner");

/** Returns the administrator or owner of a name; another one where the target does not give this one. @throws Untestable: there is none */
export const administratorNamed = (session: Session, name: string): Actor =>
  Object.hasOwn(session.target.cast, name) ? session.actor(name) : administrator(session);

/** Returns the first bot of the cast. @throws Untestable: there is none */
export function bot(session: Session): Actor {
  const found = Object.entries(session.target.cast).find(([, { is_bot }]) => is_bot);
  if (!found) throw new Untestable("the cast has no bot");
  return session.actor(found[0]);
}

/**
 * Returns an active account that a run may deactivate: zoe, whom it brings back for that, or else a guest of the cast.
 * @param others names of those who are not to be deactivated
 * @throws Untestable: there is none, or the target cannot be steered
 */
export async function departing(session: Session, others: readonly string[]): Promise<Actor> {
  const { act } = ownRealm(session);
  const { cast } = session.target;
  if (Object.hasOwn(cast, "zoe")) {
    await act({ action: "reactivate_user", as: "zoe" });
    return session.as.zoe;
  }
  // With anybody else the bots that they own would be deactivated, and not come back.
  const found = Object.entries(cast).find(([name, { role, is_bot }]) => !others.includes(name) && role === "guest" && !is_bot);
  if (found === undefined) throw new Untestable("the cast has no guest who takes no part and could be deactivated");
  return session.actor(found[0]);
}

/** Returns the id of a deactivated account. @throws Untestable: a registration shows none */
export async function deactivatedAccount(actor: Actor): Promise<number> {
  const [gone] = await recordsOf(actor, "realm_user", "realm_non_active_users", standing);
  if (!gone) throw new Untestable("the target shows no deactivated account");
  return prepared.integer(gone.user_id, "the user_id of a deactivated account");
}

/**
 * Sets who sees the address that somebody logs in with: 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators.
 * @throws Untestable: others share the realm
 */
export async function hideAddress({ session, name }: Actor, visibility: number): Promise<void> {
  await ownRealm(session).act({ action: "set_user", as: name, property: "email_address_visibility", value: visibility });
}

/**
 * Hides the address that somebody logs in with, as above. Returns the API address that a viewer's registration then shows of them.
 * @throws Untestable: the two are one, or others share the realm; Unprepared: nobody has the id
 */
export async function hideAddressFrom(viewer: Actor, hidden: Actor, visibility: number): Promise<string> {
  await hideAddress(hidden, visibility);
  const { user_id, name, email } = hidden;
  const [account] = await recordsWith(viewer, "realm_user", "user_id", user_id, "realm_users");
  const address = prepared.text(account?.email, `${name}'s API address`);
  if (address.toLowerCase() === email.toLowerCase()) throw new Untestable("API addresses are never hidden");
  return address;
}

/** Returns the password of an actor. @throws Untestable: it is not given */
export function passwordOf({ name, member: { password } }: Actor): string {
  if (password === null) throw new Untestable(`the password of ${name} is not given`);
  return password;
}

/** Asks for the key of an actor, with the API address and the password unless others are given. */
export const askForKey = (actor: Actor, fields: Body = {}): Promise<Reply> =>
  actor.session.nobody.send("POST /fetch_api_key", { username: actor.email, password: passwordOf(actor), ...fields });

/** Returns the key of an actor, fetched with the password. @throws Untestable: the password is not given; Unprepared: the login is refused */
export const fetchKey = async (actor: Actor): Promise<string> =>
  prepared.text(prepared.succeeded(await askForKey(actor), "a login with the API address").api_key, "api_key");

/** Makes sure that people log in with passwords. @throws Untestable: the server settings say that they do not */
export async function requireLogins(session: Session): Promise<void> {
  const settings = await fetchServerSettings(session);
  const [password, ldap] = ["password", "ldap"].map((method) => at(settings, "authentication_methods", method));
  if (password === false || (settings.email_auth_enabled === false && ldap !== true))
    throw new Untestable("the target has no login by password");
}

/** Requires a login that is refused and gives no key. */
export function requireNoKey({ expect }: { readonly expect: Checks }, reply: Reply, what: string): void {
  expect.declined(reply, what);
  expect.holds(!("api_key" in reply.body), `the refusal of ${what} has an api_key`);
}

/** Returns what a request says beside its fields that is sent with these credentials. */
export const basic = (email: string, api_key: string) => ({ credentials: { kind: "basic", email, api_key } }) as const;

/** The types of custom profile fields by the numbers that servers have for them. */
export const fieldTypes = { shortText: 1, longText: 2, options: 3, date: 4, link: 5, users: 6, account: 7, pronouns: 8 } as const;

/** A custom profile field. */
export interface ProfileField {
  readonly id: number;
  /** JSON text: the options of a field with options. */
  readonly field_data: string;
}

const dataOfNew: Readonly<Record<number, Body>> = {
  [fieldTypes.options]: { one: { text: "One", order: "1" }, two: { text: "Two", order: "2" } },
  [fieldTypes.account]: { subtype: "github" },
};

/** Returns a field of a type that its users may edit, or may not. Adds one where there is none and the target can be steered. */
export async function profileField(actor: Actor, type: number, editable = true): Promise<ProfileField> {
  const find = async () =>
    (await recordsOf(actor, "custom_profile_fields", "custom_profile_fields", standing)).find(
      (field) => field.type === type && (field.editable_by_user ?? true) === editable,
    );
  const { session } = actor;
  let field = await find();
  if (!field && session.isSteerable) {
    const field_data = dataOfNew[type];
    const name = session.fresh("p").slice(0, 40);
    await session.steering.act({ action: "add_profile_field", name, type, editable_by_user: editable, ...(field_data && { field_data }) });
    field = await find();
  }
  if (!field) throw new Untestable(`no profile field of type ${type} is ${editable ? "editable" : "restricted"}`);
  return { id: prepared.integer(field.id, "the id of a profile field"), field_data: String(field.field_data) };
}

/** Sends values for the actor's profile. */
export const setProfile = (actor: Actor, data: readonly unknown[]): Promise<Reply> => actor.send("PATCH /users/me/profile_data", { data });

/** Returns the values of the actor as a registration shows them, by the ids of their fields. @throws Unprepared: it shows no values */
export async function profileOf(actor: Actor): Promise<ReadonlyMap<number, unknown>> {
  const own = prepared.first(
    (await recordsOf(actor, "realm_user", "realm_users")).filter(({ user_id }) => user_id === actor.user_id),
    `${actor.name}'s own account in a registration`,
  );
  const data = prepared.object(own.profile_data, "profile_data of one's own account in a registration");
  return new Map(Object.entries(data).map(([id, record]) => [Number(id), at(record, "value") ?? undefined]));
}

/** Returns what a registration shows as the actor's value of a field; undefined where there is none. @throws Unprepared: it shows no values */
export const profileValue = async (actor: Actor, id: number): Promise<unknown> => (await profileOf(actor)).get(id);

/** Returns a value as it was sent: a list of users may be shown as its JSON text. */
function valueAsSent(value: unknown, sent: unknown): unknown {
  return Array.isArray(sent) && typeof value === "string" ? (parsed(value) ?? value) : value;
}

/** Requires a stored value that is the one sent. */
export const sameValue = ({ expect }: { readonly expect: Checks }, actual: unknown, sent: unknown, what: string): void =>
  expect.same(valueAsSent(actual, sent), sent, what);

/** Requires a value to be stored and shown. */
export async function storeValue(actor: Actor, id: number, value: unknown): Promise<void> {
  actor.expect.succeeded(await setProfile(actor, [{ id, value }]), `the value ${JSON.stringify(value)}`);
  sameValue(actor, await profileValue(actor, id), value, "the stored value");
}

/** The people who were there of late, and when that was fetched. */
interface Attendance {
  readonly server_timestamp: number;
  /** By API address. */
  readonly presences: Readonly<Record<string, Body>>;
}

/** Returns the presence of all people that the actor is shown. @throws Unprepared: the request is refused, or answered in another shape */
export async function fetchPresence(actor: Actor): Promise<Attendance> {
  const { server_timestamp, presences } = await actor.prepare("GET /realm/presence");
  prepared.typed(server_timestamp, "number", "server_timestamp of GET /realm/presence");
  const entries = Object.entries(prepared.object(presences, "presences of GET /realm/presence"));
  for (const [email, entry] of entries) prepared.typed(entry, "object", `the presence of ${email}`);
  return { server_timestamp: server_timestamp as number, presences: Object.fromEntries(entries) as Attendance["presences"] };
}

/** The presence that a client reports of the person who uses it. */
export type PresenceStatus = "active" | "idle";

/** Makes an actor present, by the control API or else by the endpoint that clients report presence to. Where that is refused, presence is as it is. */
export async function appear(actor: Actor, status: PresenceStatus = "active"): Promise<void> {
  const { control } = actor.session;
  if (control) await control.act({ action: "set_presence", as: actor.name, status });
  else await actor.send("POST /users/me/presence", { status, ping_only: true, new_user_input: true });
}

/** Returns the ids of the actor's devices, as a registration spells them. @throws Unprepared: it shows no object of devices */
export const devicesOf = async (actor: Actor): Promise<string[]> =>
  Object.keys(prepared.object(await stateOf(actor, "device", "devices"), "devices in a registration"));

/**
 * Registers a mobile device of the actor's: by the control API, or else by the endpoint that running servers have. Returns its id.
 * @throws Unprepared: it is refused
 */
export async function registerDevice(actor: Actor): Promise<number> {
  const { control } = actor.session;
  const made = await (control ? control.act({ action: "register_device", as: actor.name }) : actor.prepare("POST /register_client_device"));
  return prepared.integer(made.device_id, "the device_id of a new device");
}

/** Registers a mobile device of the actor's. Returns its id; that of no device where it is refused. */
export async function someDevice(actor: Actor): Promise<number> {
  try {
    return await registerDevice(actor);
  } catch (thrown) {
    if (thrown instanceof Untestable) return unknownId;
    throw thrown;
  }
}

/** Sends the removal of a device. */
export const removeDevice = (actor: Actor, device_id: unknown): Promise<Reply> => actor.send("POST /remove_client_device", { device_id });

/** A navigation view that clients do not know by themselves. */
interface CustomView extends Body {
  readonly fragment: string;
  readonly is_pinned: boolean;
  readonly name: string;
}

/** Returns the fields of a view that nobody has yet. */
export const customView = (session: Session, is_pinned = true): CustomView => ({
  fragment: session.fresh("narrow/topic/v").replaceAll(" ", "-"),
  is_pinned,
  name: session.fresh("View"),
});

/** Sends the addition of a navigation view. */
export const addView = (actor: Actor, fields: Body): Promise<Reply> => actor.send("POST /navigation_views", fields);

/** Returns the actor's navigation views. */
export const viewsOf = (actor: Actor): Promise<readonly Body[]> => recordsOf(actor, "navigation_views");

/** Returns the actor's view of a fragment as a registration shows it; undefined where there is none. */
export const viewOf = async (actor: Actor, fragment: string): Promise<Body | undefined> =>
  (await recordsWith(actor, "navigation_views", "fragment", fragment))[0];
