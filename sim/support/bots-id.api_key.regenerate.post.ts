import { setBotKey } from "../effects/bots.ts";
import { writes } from "../protocol/endpoint.ts";
import { botToAdminister } from "../rules/people/bots.ts";
import { membersOnly } from "../rules/people/roles.ts";

/**
 * POST /bots/{bot_id}/api_key/regenerate: another key for a bot, by its owner or an administrator.
 * @reply   api_key
 * @refuses BAD_REQUEST: no such bot, no permission
 */
export const regenerateBotKey = writes({
  route: "POST /bots/{bot_id}/api_key/regenerate",
  params: {},
  allow: membersOnly,
  rules: ({ realm, caller, path }) => botToAdminister(realm, caller, path.bot_id),
  effect: ({ turn, found }) => ({ api_key: setBotKey(turn, found) }),
});
