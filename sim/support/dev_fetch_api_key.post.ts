import { has } from "../core/levels.ts";
import { keyText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { open, WithHeaders } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { checkUserName, knownAccount } from "../rules/login.ts";

/** The two cookies of a browser session, of which nothing is kept: all requests bring their credentials. */
function sessionCookies(turn: Turn): Readonly<Record<string, string>> {
  const next = turn.chance("session", turn.nextId("session"));
  return {
    "Set-Cookie": `sessionid=${keyText(next)}; Path=/; HttpOnly; SameSite=Lax`,
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
    const { api_key, delivery_email, id } = knownAccount(realm, username);
    return new WithHeaders({ api_key, email: delivery_email, user_id: has(realm, "apiKeyUserId") ? id : undefined }, sessionCookies(turn));
  },
});
