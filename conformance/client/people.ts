import { prepared, Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { recordsOf, recordsWith, standing } from "./registration.ts";
import { ownRealm } from "./serial.ts";
import type { Session } from "./session.ts";
import type { Member } from "./target.ts";

/** An id that no message, account, channel, group, folder or field has. */
export const unknownId = 2_000_000_000;

type Role = Member["role"];

/** Returns the first person of the cast with one of some roles. @throws Untestable: there is none */
export function person(session: Session, ...roles: readonly Role[]): Actor {
  const found = Object.entries(session.target.cast).find(([, { role, is_bot }]) => roles.includes(role) && !is_bot);
  if (!found) throw new Untestable(`the cast has no ${roles.join(" or ")}`);
  return session.actor(found[0]);
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
 * Returns the API address of an account that hides the one to log in with, as a viewer's registration shows it.
 * @throws Untestable: the two are one; Unprepared: nobody has the id
 */
export async function hiddenAddressOf(viewer: Actor, { user_id, name, email }: Actor): Promise<string> {
  const [account] = await recordsWith(viewer, "realm_user", "user_id", user_id, "realm_users");
  const address = prepared.text(account?.email, `${name}'s API address`);
  if (address.toLowerCase() === email.toLowerCase()) throw new Untestable("API addresses are never hidden");
  return address;
}
