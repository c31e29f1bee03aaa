import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { keyText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { open, WithHeaders } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { checkUserName, knownAccount } from "../rules/people/login.ts";

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
    const { api_key, delivery_email, id } = knownAccount(realm, username);
    return new WithHeaders(
      { api_key, email: delivery_email, user_id: has(realm, "apiKeyUserId") ? id : undefined },
      beginSession(turn, id),
    );
  },
});
