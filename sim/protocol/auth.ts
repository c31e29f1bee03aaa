import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import type { Credentials } from "./wire.ts";

/** A 401 in the envelope, with the challenge of Basic authentication. */
export const unauthorized = (realm: Realm, msg: string): Refusal =>
  new Refusal(msg, { status: 401, code: "UNAUTHORIZED", headers: { "WWW-Authenticate": `Basic realm="${realm.server.brand}"` } });

/** The address that an account logs in with, as a user name of Basic authentication. @silent rulings.basicAuthAddress */
export function loginAddress(realm: Realm, user: User): string {
  return realm.server.rulings.basicAuthAddress === "api" ? user.email : user.delivery_email;
}

/** The account that a key and an address name. */
function accountOf(realm: Realm, credentials: Extract<Credentials, { kind: "basic" }>): User {
  const key = credentials.api_key.trim();
  if (!/^[A-Za-z0-9]{32}$/.test(key)) throw unauthorized(realm, "Malformed API key");
  const id = realm.usersByApiKey.get(key);
  const user = id === undefined ? undefined : realm.users.get(id);
  if (!user || loginAddress(realm, user).toLowerCase() !== credentials.email.trim().toLowerCase())
    throw unauthorized(realm, "Invalid API key");
  if (realm.settings.deactivated) throw unauthorized(realm, "This organization has been deactivated");
  if (!user.is_active) throw unauthorized(realm, "Account is deactivated");
  return user;
}

/** Accounts found before, good until an account or a setting changes, which replaces the epoch. */
const found = new WeakMap<Credentials, { readonly epoch: object; readonly user: User }>();

/**
 * The account that HTTP Basic credentials name, for a request to a route.
 * @spec    Authentication 1
 * @refuses UNAUTHORIZED (401): none, malformed or wrong credentials, deactivated organization or account; BAD_REQUEST: another scheme
 * @silent  rulings.basicAuthAddress, rulings.webhookBots
 */
export function authenticate(realm: Realm, credentials: Credentials, route: string): User {
  if (credentials.kind === "none") throw unauthorized(realm, "Not logged in: API authentication or user session required");
  if (credentials.kind === "malformed") throw unauthorized(realm, "Invalid authorization header for basic auth");
  if (credentials.kind !== "basic") throw new Refusal("This endpoint requires HTTP basic authentication.");
  let account = found.get(credentials);
  if (account?.epoch !== realm.epoch) {
    account = { epoch: realm.epoch, user: accountOf(realm, credentials) };
    found.set(credentials, account);
  }
  if (account.user.bot_type === 2 && route !== "POST /messages" && realm.server.rulings.webhookBots === "observed") {
    throw unauthorized(realm, "This API is not available to incoming webhook bots.");
  }
  return account.user;
}
