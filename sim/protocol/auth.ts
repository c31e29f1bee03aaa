import { has } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import type { Credentials, SessionCredentials } from "./wire.ts";

/** A 401 in the envelope, with the challenge of Basic authentication, or of another scheme. */
export const unauthorized = (realm: Realm, msg: string, scheme = "Basic"): Refusal =>
  new Refusal(msg, { status: 401, code: "UNAUTHORIZED", headers: { "WWW-Authenticate": `${scheme} realm="${realm.server.brand}"` } });

/** The text of refusals of requests without credentials. */
export const notLoggedIn = "Not logged in: API authentication or user session required";

function checkActive(realm: Realm, user: User): User {
  if (realm.settings.deactivated) throw unauthorized(realm, "This organization has been deactivated");
  if (!user.is_active) throw unauthorized(realm, "Account is deactivated");
  return user;
}

/** The address that an account logs in with, as a user name of Basic authentication. @silent rulings.basicAuthAddress */
export function loginAddress(realm: Realm, user: User): string {
  return realm.server.rulings.basicAuthAddress === "api" ? user.email : user.delivery_email;
}

/** The key of an account as a login gives it, with the address to send along. */
export const accountKey = (realm: Realm, user: User) => ({
  api_key: user.api_key,
  email: loginAddress(realm, user),
  user_id: has(realm, "apiKeyUserId") ? user.id : undefined,
});

/** The account that a key and an address name. @silent rulings.paddedCredentials */
function accountOf(realm: Realm, credentials: Extract<Credentials, { kind: "basic" }>): User {
  const isCut = realm.server.rulings.paddedCredentials === "observed";
  const [email = "", key = ""] = [credentials.email, credentials.api_key].map((text) => (isCut ? withoutSpaceAround(text) : text));
  if (!/^[A-Za-z0-9]{32}$/.test(key)) throw unauthorized(realm, "Malformed API key");
  const id = realm.usersByApiKey.get(key);
  const user = id === undefined ? undefined : realm.users.get(id);
  if (!user || loginAddress(realm, user).toLowerCase() !== email.toLowerCase()) throw unauthorized(realm, "Invalid API key");
  return checkActive(realm, user);
}

/** Returns why a request that changes something does not show that a page of the server asked for it; undefined where it does. */
function forged({ cookieToken, sentToken }: SessionCredentials): string | undefined {
  if (cookieToken === undefined) return "CSRF cookie not set.";
  if (sentToken === undefined) return "CSRF token missing.";
  return sentToken === cookieToken ? undefined : "CSRF token incorrect.";
}

/** The account whose session a browser's cookies name. */
function accountOfSession(realm: Realm, credentials: SessionCredentials, route: string): User {
  const id = realm.sessions.get(credentials.session ?? "");
  if (id === undefined) throw unauthorized(realm, notLoggedIn, "Session");
  const reason = route.startsWith("GET ") ? undefined : forged(credentials);
  if (reason) throw new Refusal(`CSRF error: ${reason}`, { status: 403, code: "CSRF_FAILED", extra: { reason } });
  return checkActive(realm, realm.users.require(id));
}

/**
 * The account that HTTP Basic credentials or the cookies of a session name, for a request to a route.
 * @spec    Authentication 1
 * @refuses UNAUTHORIZED (401): none, malformed or wrong credentials, deactivated organization or account; BAD_REQUEST: another scheme;
 *          CSRF_FAILED (403): a session without its token
 * @silent  rulings.basicAuthAddress, rulings.paddedCredentials, rulings.webhookBots
 */
export function authenticate(realm: Realm, credentials: Credentials, route: string): User {
  if (credentials.kind === "none") throw unauthorized(realm, notLoggedIn);
  if (credentials.kind === "malformed") throw unauthorized(realm, "Invalid authorization header for basic auth");
  if (credentials.kind === "session") return accountOfSession(realm, credentials, route);
  if (credentials.kind !== "basic") throw new Refusal("This endpoint requires HTTP basic authentication.");
  const user = accountOf(realm, credentials);
  if (user.bot_type === 2 && route !== "POST /messages" && realm.server.rulings.webhookBots === "observed") {
    throw unauthorized(realm, "This API is not available to incoming webhook bots.");
  }
  return user;
}
