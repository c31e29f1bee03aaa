import { deactivate } from "../effects/set-active.ts";
import { writes } from "../protocol/endpoint.ts";
import { botToAdminister } from "../rules/people/bots.ts";
import { membersOnly } from "../rules/people/roles.ts";

/**
 * DELETE /bots/{bot_id}: deactivates a bot, by its owner or an administrator.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: no such bot, no permission
 */
export const deactivateBot = writes({
  route: "DELETE /bots/{bot_id}",
  params: {},
  allow: membersOnly,
  rules: ({ realm, caller, path }) => botToAdminister(realm, caller, path.bot_id),
  effect: ({ turn, found }) => {
    deactivate(turn, found);
    return {};
  },
});
