import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { keyText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, isBot, putUser } from "../core/users.ts";
import { registerDevice } from "../effects/personal.ts";
import { accountKey } from "../protocol/auth.ts";
import { open, WithHeaders, writes } from "../protocol/endpoint.ts";
import { boolean, optional, required, text } from "../protocol/params.ts";
import { checkUserName, knownAccount, peopleOnly } from "../rules/people/accounts.ts";

/** GET /dev_list_users: the people whom a development server lets in without a password. */
export const devListUsers = open({
  route: "GET /dev_list_users",
  reply: ({ realm }) => {
    const { url } = realm.server;
    const people = [...realm.users.values()].filter((user) => user.is_active && !isBot(user));
    const entries = (admins: boolean) =>
      people
        .filter((user) => isAdministrator(user) === admins)
        .map(({ delivery_email }) => ({ email: delivery_email, ...(has(realm, "realmUrl") && { realm_url: url }), realm_uri: url }));
    return { direct_admins: entries(true), direct_users: entries(false) };
  },
});

/** Begins a session. Its two cookies log a browser in below `/json`. */
function beginSession(turn: Turn, user: UserId): Readonly<Record<string, string>> {
  const next = turn.chance("session", turn.nextId("session"));
  const session = keyText(next);
  const { sessions } = turn.world;
  const [first] = sessions.keys();
  if (first !== undefined && sessions.size >= limits.sessions) sessions.delete(first);
  sessions.set(session, user);
  return {
    "Set-Cookie": `sessionid=${session}; Path=/; HttpOnly; SameSite=Lax`,
    "set-cookie": `csrftoken=${keyText(next)}; Path=/; SameSite=Lax`,
  };
}

/**
 * POST /dev_fetch_api_key: the API key of an account without its password, as development servers give it.
 * @reply   api_key, email, user_id; the cookies sessionid and csrftoken
 * @refuses BAD_REQUEST: no address; AUTHENTICATION_FAILED, REALM_DEACTIVATED, USER_DEACTIVATED (all 401)
 */
export const devFetchApiKey = open({
  route: "POST /dev_fetch_api_key",
  params: { username: required(text()) },
  reply: ({ realm, turn, params: { username } }) => {
    checkUserName(realm, username);
    const user = knownAccount(realm, username);
    return new WithHeaders(accountKey(realm, user), beginSession(turn, user.id));
  },
});

/**
 * POST /jwt/fetch_api_key: the API key of the account that a JSON web token names. No key for such tokens is set up here.
 * @refuses BAD_REQUEST: always
 */
export const fetchKeyByToken = open({
  route: "POST /jwt/fetch_api_key",
  since: "jwtLogin",
  params: { token: optional(text(), { fallback: "" }), include_profile: optional(boolean) },
  reply: ({ params: { token } }) =>
    refuse(token === "" ? "No JSON web token passed in request" : "JWT authentication is not enabled for this organization"),
});

/** POST /register_client_device: files a mobile device of the caller's, at login. */
export const registerClientDevice = writes({
  route: "POST /register_client_device",
  since: "devices",
  effect: ({ turn, caller }) => ({ device_id: registerDevice(turn, caller) }),
});

/**
 * POST /users/me/api_key/regenerate: another API key for the caller. The former one is good for nothing from now on.
 * @refuses BAD_REQUEST: bots
 */
export const regenerateApiKey = writes({
  route: "POST /users/me/api_key/regenerate",
  allow: peopleOnly,
  effect: ({ turn, caller }) => {
    const api_key = keyText(turn.chance("new api key", turn.nextId("apiKey")));
    putUser(turn, { ...caller, api_key });
    return { api_key };
  },
});
