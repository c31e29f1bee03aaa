import { accountKey } from "../protocol/auth.ts";
import { open } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { countLogin, forgetLogins } from "../protocol/rate-limit.ts";
import { checkUserName, loggedIn } from "../rules/people/accounts.ts";

/**
 * POST /fetch_api_key: the API key of an account, for its name and password.
 * @spec    Endpoints > POST /fetch_api_key; Authentication 2
 * @reply   api_key, email, user_id
 * @refuses BAD_REQUEST: no address; RATE_LIMIT_HIT (429); PASSWORD_AUTH_DISABLED, AUTHENTICATION_FAILED, REALM_DEACTIVATED,
 *          USER_DEACTIVATED (all 401)
 * @silent  rulings.basicAuthAddress, rulings.rateLimits
 */
export const fetchApiKey = open({
  route: "POST /fetch_api_key",
  params: { username: required(text()), password: required(text()) },
  reply: ({ realm, turn, params: { username, password } }) => {
    checkUserName(realm, username);
    countLogin(turn, username);
    const user = loggedIn(realm, username, password);
    forgetLogins(turn, username);
    return accountKey(realm, user);
  },
});
