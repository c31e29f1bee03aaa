import { reads } from "../protocol/endpoint.ts";
import { botToAdminister } from "../rules/people/bots.ts";
import { membersOnly } from "../rules/people/roles.ts";

/**
 * GET /bots/{bot_id}/api_key: the key of a bot, for its owner or an administrator.
 * @reply   api_key
 * @refuses BAD_REQUEST: no such bot, no permission
 */
export const getBotKey = reads({
  route: "GET /bots/{bot_id}/api_key",
  since: "botKeys",
  params: {},
  allow: membersOnly,
  reply: ({ realm, caller, path }) => ({ api_key: botToAdminister(realm, caller, path.bot_id).api_key }),
});
