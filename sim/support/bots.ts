import type { ChannelId, UserId } from "../core/ids.ts";
import { channelWord } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import { defined } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { type BotSetup, isBot, type Role, roles, type User } from "../core/users.ts";
import { setAvatar, setFullName } from "../effects/personal.ts";
import { changeRole, createBot, deactivate, setBot, setBotKey, setBotOwner } from "../effects/users.ts";
import { type Call, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { anObject, aString } from "../protocol/json.ts";
import { boolean, type Decoder, integer, json, oneOfIntegers, optional, type Params, required, text } from "../protocol/params.ts";
import { avatarAddress, botDefaults, setupOf } from "../resources/user.ts";
import {
  botAddress,
  botToAdminister,
  checkBotName,
  fullNameOf,
  mayCreateBot,
  membersOnly,
  ownersDecide,
} from "../rules/people/accounts.ts";

/** The name of a channel as its id; nothing for an empty one. @refuses BAD_REQUEST: there is no such channel */
const channelNamed: Decoder<ChannelId | null> = (given, _, realm) =>
  given === ""
    ? null
    : (realm.channelsByName.get(withoutSpaceAround(given).toLowerCase()) ?? refuse(`Invalid ${channelWord(realm)} name '${given}'`));

const texts: Decoder<Readonly<Record<string, string>>> = json((value, at) =>
  Object.fromEntries(Object.entries(anObject(value, at)).map(([key, one]) => [key, aString(one, `${at}["${key}"]`)])),
);

/** The address of a webhook, as JSON or as it is. */
const payloadUrl: Decoder<string> = (given) => {
  const bare = given.replace(/^"(.*)"$/, "$1");
  return bare === "" || /^https?:\/\/\S+$/.test(bare) ? bare : refuse("payload_url is not a URL");
};

const interfaceType = oneOfIntegers(1, 2);

/** Parameters of a bot's set-up, whether it is new or not. */
const setupParams = {
  config_data: optional(texts),
  default_sending_stream: optional(channelNamed),
  default_events_register_stream: optional(channelNamed),
  default_all_public_streams: optional(boolean),
  full_name: optional(text()),
};

/** The bot of a path. @refuses BAD_REQUEST: none, no permission */
const botAsked = ({ realm, caller, path }: Call<"/bots/{bot_id}", Params>): User => botToAdminister(realm, caller, path.bot_id);

function checkPicture(files: readonly unknown[]): void {
  if (files.length > 1) refuse("You may only upload one file at a time");
}

/**
 * GET /bots: the active bots of the caller's own, with their keys.
 * @refuses BAD_REQUEST: guests and bots
 */
export const getBots = reads({
  route: "GET /bots",
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

/**
 * POST /bots: a bot of the caller's.
 * @reply   user_id, api_key, avatar_url, and the bot's default channels
 * @refuses BAD_REQUEST: guests and bots, no permission for bots of the type, a name or address that is none or in use, several pictures
 */
export const addBot = writes({
  route: "POST /bots",
  file: "optional",
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
    const full_name = fullNameOf(realm, params.full_name);
    const delivery_email = botAddress(realm, params.short_name);
    checkBotName(realm, full_name);
    mayCreateBot(realm, caller, params.bot_type);
    if (params.bot_type === 4) refuse("Embedded bots are not enabled.");
    checkPicture(files);
    return { full_name, delivery_email, password: undefined };
  },
  effect: ({ turn, caller, params, files, found }) => {
    const { config_data = {}, default_sending_stream = null, default_events_register_stream = null } = params;
    const service_name = params.service_name ?? (params.bot_type === 2 ? undefined : params.short_name);
    const bot = createBot(turn, {
      ...found,
      owner: caller,
      bot_type: params.bot_type,
      avatar_source: files.length === 1 ? "U" : turn.world.settings.default_avatar_source,
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

const changeParams = {
  ...setupParams,
  bot_owner_id: optional(integer),
  role: optional(oneOfIntegers(...Object.values(roles))),
  service_payload_url: optional(payloadUrl),
  service_interface: optional(interfaceType),
};

type ChangeRequest = Call<"PATCH /bots/{bot_id}", typeof changeParams>;

/** @refuses BAD_REQUEST: missing, deactivated or no person */
function newOwner({ realm, params: { bot_owner_id } }: ChangeRequest): User | undefined {
  if (bot_owner_id === undefined) return undefined;
  const owner = realm.users.get(bot_owner_id as UserId);
  if (!owner || owner.is_system_bot) return refuse("Failed to change owner, no such user");
  if (!owner.is_active) refuse("Failed to change owner, user is deactivated");
  return isBot(owner) ? refuse("Failed to change owner, bots can't own other bots") : owner;
}

function newRole({ caller, params: { role } }: ChangeRequest, bot: User): Role | undefined {
  if (role === undefined || role === bot.role) return undefined;
  if (role === roles.owner || bot.role === roles.owner) ownersDecide(caller);
  return caller.role <= roles.administrator ? role : refuse("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
}

/** Returns what is set of a bot from now on, as far as it was sent. */
function changedSetup({ params: sent }: ChangeRequest): Partial<BotSetup> {
  const { config_data, default_sending_stream, default_events_register_stream, service_payload_url, service_interface } = sent;
  const services = { payload_url: service_payload_url, interface: service_interface };
  return defined({ config_data, default_sending_stream, default_events_register_stream, ...services });
}

/** A bot as its owner sees it after a change. */
function changedBot(realm: Realm, bot: User) {
  const { payload_url, config_data, ...rest } = setupOf(realm, bot);
  return {
    full_name: bot.full_name,
    avatar_url: avatarAddress(realm, bot),
    service_interface: rest.interface,
    service_payload_url: payload_url ?? null,
    config_data,
    ...botDefaults(realm, bot),
    bot_owner: bot.bot_owner === undefined ? null : realm.users.require(bot.bot_owner).email,
  };
}

/** Each change in turn of the bot as the one before has left it. */
function changeBot(turn: Turn, { id }: User, request: ChangeRequest, found: { name?: string; role?: Role; owner?: User }): User {
  const now = (): User => turn.world.users.require(id);
  if (found.name !== undefined) setFullName(turn, now(), found.name);
  if (found.role !== undefined) changeRole(turn, now(), found.role);
  if (found.owner) setBotOwner(turn, now(), found.owner);
  setBot(turn, now(), changedSetup(request), request.params.default_all_public_streams);
  if (request.files.length === 1) setAvatar(turn, now(), "U");
  return now();
}

/**
 * PATCH /bots/{bot_id}: the name, role, owner, picture and channels of a bot, by its owner or an administrator.
 * @reply   the bot as it is then
 * @refuses BAD_REQUEST: no such bot, no permission, a name that is none or in use, an owner that cannot be one;
 *          UNAUTHORIZED_PRINCIPAL: the role, by anybody but administrators
 */
export const updateBot = writes({
  route: "PATCH /bots/{bot_id}",
  file: "optional",
  params: changeParams,
  allow: membersOnly,
  rules: (request) => {
    const { realm, files } = request;
    const bot = botAsked(request);
    const { full_name = bot.full_name } = request.params;
    const name = full_name === bot.full_name ? undefined : fullNameOf(realm, full_name, bot);
    if (name !== undefined) checkBotName(realm, name, bot);
    checkPicture(files);
    return { request, bot, found: defined({ name, role: newRole(request, bot), owner: newOwner(request) }) };
  },
  effect: ({ turn, found: { request, bot, found } }) => changedBot(turn.world, changeBot(turn, bot, request, found)),
});

/**
 * DELETE /bots/{bot_id}: deactivates a bot, by its owner or an administrator.
 * @refuses BAD_REQUEST: no such bot, no permission
 */
export const deactivateBot = writesOnly({
  route: "DELETE /bots/{bot_id}",
  allow: membersOnly,
  rules: (call) => botAsked(call),
  effect: ({ turn, found }) => deactivate(turn, found),
});

/**
 * GET /bots/{bot_id}/api_key: the key of a bot, for its owner or an administrator.
 * @refuses BAD_REQUEST: no such bot, no permission
 */
export const getBotKey = reads({
  route: "GET /bots/{bot_id}/api_key",
  since: "botKeys",
  allow: membersOnly,
  reply: (call) => ({ api_key: botAsked(call).api_key }),
});

/**
 * POST /bots/{bot_id}/api_key/regenerate: another key for a bot, by its owner or an administrator.
 * @refuses BAD_REQUEST: no such bot, no permission
 */
export const regenerateBotKey = writes({
  route: "POST /bots/{bot_id}/api_key/regenerate",
  allow: membersOnly,
  rules: (call) => botAsked(call),
  effect: ({ turn, found }) => ({ api_key: setBotKey(turn, found) }),
});
