import { at, type Body, prepared, Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { fetchServerSettings, ifTold, recordsOf, recordsWith, standing, stateOf } from "./registration.ts";
import { ownRealm, type Session } from "./session.ts";
import { isKnown, type Member, type Reply } from "./target.ts";

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

/** Returns the id of a deactivated account: one that a registration shows, or where none tells of such accounts that of the cast. @throws Untestable: there is none */
export async function deactivatedAccount(actor: Actor): Promise<number> {
  const { zoe } = actor.session.target.cast;
  const shown = recordsOf(actor, "realm_user", "realm_non_active_users", standing);
  const [gone] = zoe && isKnown(zoe) ? ((await ifTold(shown)) ?? [zoe]) : await shown;
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

/** Whether people log in with passwords, as far as the server settings tell. */
export function hasLogins(settings: Body): boolean {
  const [password, ldap] = ["password", "ldap"].map((method) => at(settings, "authentication_methods", method));
  return password !== false && (settings.email_auth_enabled !== false || ldap === true);
}

/** Makes sure that people log in with passwords. @throws Untestable: the server settings say that they do not */
export async function requireLogins(session: Session): Promise<void> {
  if (!hasLogins(await fetchServerSettings(session))) throw new Untestable("the target has no login by password");
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
  const find = async () => {
    const fields = await recordsOf(actor, "custom_profile_fields", "custom_profile_fields", standing);
    return fields.find((field) => field.type === type && (field.editable_by_user ?? true) === editable);
  };
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

/** Returns the values of an account as a registration of the actor shows them, by the ids of their fields. @param of default the actor @throws Unprepared: it shows no values */
export async function profileOf(actor: Actor, of = actor): Promise<ReadonlyMap<number, unknown>> {
  const accounts = await recordsWith(actor, "realm_user", "user_id", of.user_id, "realm_users");
  const account = prepared.first(accounts, `${of.name}'s account in a registration for ${actor.name}`);
  const data = prepared.object(account.profile_data, "profile_data of an account in a registration");
  return new Map(Object.entries(data).map(([id, record]) => [Number(id), at(record, "value") ?? undefined]));
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

/** Returns the fields of a navigation view that clients do not know by themselves, and that nobody has yet. */
export const customView = (session: Session, is_pinned = true) => ({
  fragment: session.fresh("narrow/topic/v").replaceAll(" ", "-"),
  is_pinned,
  name: session.fresh("View"),
});

/** Returns the actor's navigation views. */
export const viewsOf = (actor: Actor): Promise<readonly Body[]> => recordsOf(actor, "navigation_views");

/** Returns the actor's view of a fragment as a registration shows it; undefined where there is none. */
export const viewOf = async (actor: Actor, fragment: string): Promise<Body | undefined> =>
  (await recordsWith(actor, "navigation_views", "fragment", fragment))[0];
