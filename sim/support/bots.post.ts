import { refuse } from "../core/refusal.ts";
import { createBot } from "../effects/bots.ts";
import { writes } from "../protocol/endpoint.ts";
import { oneOfIntegers, optional, required, text } from "../protocol/params.ts";
import { interfaceType, payloadUrl, setupParams } from "../requests/bot-params.ts";
import { botDefaults } from "../resources/bot.ts";
import { avatarAddress } from "../resources/people.ts";
import { botAddress, checkBotName, mayCreateBot } from "../rules/people/bots.ts";
import { fullNameOf } from "../rules/people/full-name.ts";
import { membersOnly } from "../rules/people/roles.ts";

/**
 * POST /bots: a bot of the caller's.
 * @reply   user_id, api_key, avatar_url, and the bot's default channels
 * @refuses BAD_REQUEST: guests and bots, no permission for bots of the type, a name or address that is none or in use, several pictures
 */
export const addBot = writes({
  route: "POST /bots",
  params: {
    ...setupParams,
    full_name: required(text()),
    short_name: required(text()),
    bot_type: optional(oneOfIntegers(1, 2, 3, 4), { fallback: 1 as const }),
    payload_url: optional(payloadUrl),
    service_name: optional(text()),
    interface_type: optional(interfaceType, { fallback: 1 }),
  },
  allow: membersOnly,
  rules: ({ realm, caller, params, files }) => {
    const full_name = fullNameOf(params.full_name);
    const delivery_email = botAddress(realm, params.short_name);
    checkBotName(realm, full_name);
    mayCreateBot(realm, caller, params.bot_type);
    if (params.bot_type === 4) refuse("Embedded bots are not enabled.");
    if (files.length > 1) refuse("You may only upload one file at a time");
    return { full_name, delivery_email, password: undefined };
  },
  effect: ({ turn, caller, params, files, found }) => {
    const { config_data = {}, default_sending_stream = null, default_events_register_stream = null } = params;
    const service_name = params.service_name ?? (params.bot_type === 2 ? undefined : params.short_name);
    const bot = createBot(turn, {
      ...found,
      owner: caller,
      bot_type: params.bot_type,
      avatar_source: files.length === 1 ? "U" : "G",
      setup: {
        config_data,
        default_sending_stream,
        default_events_register_stream,
        service_name,
        payload_url: params.payload_url,
        interface: params.interface_type,
      },
      allPublic: params.default_all_public_streams ?? false,
    });
    const avatar_url = avatarAddress(turn.world, bot);
    return { user_id: bot.id, api_key: bot.api_key, avatar_url, ...botDefaults(turn.world, bot) };
  },
});
