import { isBot } from "../core/users.ts";
import { reads } from "../protocol/endpoint.ts";
import { botDefaults } from "../resources/bot.ts";
import { avatarAddress } from "../resources/people.ts";
import { membersOnly } from "../rules/people/roles.ts";

/**
 * GET /bots: the active bots of the caller's own, with their keys.
 * @reply   bots
 * @refuses BAD_REQUEST: guests and bots
 */
export const getBots = reads({
  route: "GET /bots",
  params: {},
  allow: membersOnly,
  reply: ({ realm, caller }) => ({
    bots: [...realm.users.values()]
      .filter((user) => isBot(user) && user.is_active && user.bot_owner === caller.id)
      .map((bot) => ({
        username: bot.delivery_email,
        full_name: bot.full_name,
        api_key: bot.api_key,
        avatar_url: avatarAddress(realm, bot),
        ...botDefaults(realm, bot),
      })),
  }),
});
