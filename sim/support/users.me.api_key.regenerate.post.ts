import { keyText } from "../core/rng.ts";
import { putUser } from "../core/users.ts";
import { writes } from "../protocol/endpoint.ts";
import { peopleOnly } from "../rules/people/roles.ts";

/**
 * POST /users/me/api_key/regenerate: another API key for the caller. The former one is good for nothing from now on.
 * @reply   api_key
 * @refuses BAD_REQUEST: bots
 */
export const regenerateApiKey = writes({
  route: "POST /users/me/api_key/regenerate",
  params: {},
  allow: peopleOnly,
  rules: () => {},
  effect: ({ turn, caller }) => {
    const api_key = keyText(turn.chance("new api key", turn.nextId("apiKey")));
    putUser(turn, { ...caller, api_key });
    return { api_key };
  },
});
