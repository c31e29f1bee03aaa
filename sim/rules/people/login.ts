import { codePoints } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse } from "../../core/refusal.ts";
import { isBot, type User } from "../../core/users.ts";

const atom = "[-!#$%&'*+/=?^_`{}|~0-9a-z]+";
const label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
const address = new RegExp(`^${atom}(\\.${atom})*@(localhost|(${label}\\.)+${label})$`, "i");

export const isAddress = (name: string): boolean => address.test(name);

/** @refuses BAD_REQUEST: not an address, where accounts are named by addresses */
export function checkUserName(realm: Realm, name: string): void {
  if (realm.settings.require_email_format_usernames && !isAddress(name)) refuse("Enter a valid email address.");
}

/** @refuses BAD_REQUEST: shorter or longer than passwords may be. How well they can be guessed is not looked at */
export function checkPassword({ settings }: Realm, password: string, msg: string): void {
  const length = codePoints(password);
  if (length < settings.password_min_length || length > settings.password_max_length) refuse(msg);
}

const unauthorized = (msg: string, code: string): Refusal => new Refusal(msg, { status: 401, code });

/** The account of a login name: its address, or in a directory the part before the at sign. */
function accountNamed(realm: Realm, name: string): User | undefined {
  const folded = name.toLowerCase();
  const id = realm.usersByDeliveryEmail.get(folded);
  if (id !== undefined) return realm.users.get(id);
  if (realm.settings.require_email_format_usernames) return undefined;
  return [...realm.users.values()].find(({ delivery_email }) => delivery_email.toLowerCase().split("@")[0] === folded);
}

/**
 * The account of a name that is taken at its word, where development needs no password.
 * @refuses AUTHENTICATION_FAILED, REALM_DEACTIVATED, USER_DEACTIVATED: all 401, without a challenge
 */
export function knownAccount(realm: Realm, name: string): User {
  const user = accountNamed(realm, name);
  if (!user || isBot(user)) throw unauthorized("Your username or password is incorrect", "AUTHENTICATION_FAILED");
  if (realm.settings.deactivated) throw unauthorized("This organization has been deactivated", "REALM_DEACTIVATED");
  if (!user.is_active) throw unauthorized("Account is deactivated", "USER_DEACTIVATED");
  return user;
}

/**
 * The account that a name and a password open. That it is deactivated shows before the password is looked at.
 * @refuses PASSWORD_AUTH_DISABLED, AUTHENTICATION_FAILED, REALM_DEACTIVATED, USER_DEACTIVATED: all 401, without a challenge
 */
export function loggedIn(realm: Realm, name: string, password: string): User {
  const { email_auth_enabled, require_email_format_usernames, deactivated } = realm.settings;
  if (!email_auth_enabled && require_email_format_usernames) {
    throw unauthorized("Password authentication is disabled in this organization", "PASSWORD_AUTH_DISABLED");
  }
  const failed = unauthorized("Your username or password is incorrect", "AUTHENTICATION_FAILED");
  const user = accountNamed(realm, name);
  if (password === "" || !user) throw failed;
  if (deactivated) throw unauthorized("This organization has been deactivated", "REALM_DEACTIVATED");
  if (!user.is_active) throw unauthorized("Account is deactivated", "USER_DEACTIVATED");
  if (user.password !== password) throw failed;
  return user;
}
