import type { BotSetup } from "../core/bots.ts";
import type { UserId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type Role, roles, type User } from "../core/users.ts";
import { setBot, setBotOwner } from "../effects/bots.ts";
import { changeRole } from "../effects/change-role.ts";
import { setAvatar, setFullName } from "../effects/set-account.ts";
import { type Call, writes } from "../protocol/endpoint.ts";
import { integer, oneOfIntegers, optional } from "../protocol/params.ts";
import { interfaceType, payloadUrl, setupParams } from "../requests/bot-params.ts";
import { botDefaults, setupOf } from "../resources/bot.ts";
import { avatarAddress } from "../resources/people.ts";
import { botToAdminister, checkBotName } from "../rules/people/bots.ts";
import { fullNameOf } from "../rules/people/full-name.ts";
import { membersOnly, ownersDecide } from "../rules/people/roles.ts";

const params = {
  ...setupParams,
  bot_owner_id: optional(integer),
  role: optional(oneOfIntegers(...Object.values(roles))),
  service_payload_url: optional(payloadUrl),
  service_interface: optional(interfaceType),
};

type Request = Call<"PATCH /bots/{bot_id}", typeof params>;

/** @refuses BAD_REQUEST: missing, deactivated or no person */
function newOwner({ realm, params: { bot_owner_id } }: Request): User | undefined {
  if (bot_owner_id === undefined) return undefined;
  const owner = realm.users.get(bot_owner_id as UserId);
  if (!owner || owner.is_system_bot) return refuse("Failed to change owner, no such user");
  if (!owner.is_active) refuse("Failed to change owner, user is deactivated");
  return isBot(owner) ? refuse("Failed to change owner, bots can't own other bots") : owner;
}

function newRole({ caller, params: { role } }: Request, bot: User): Role | undefined {
  if (role === undefined || role === bot.role) return undefined;
  if (role === roles.owner || bot.role === roles.owner) ownersDecide(caller);
  return caller.role <= roles.administrator ? role : refuse("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
}

/** Returns what is set of a bot from now on, as far as it was sent. */
function setup({ params: sent }: Request): Partial<BotSetup> {
  const { config_data, default_sending_stream, default_events_register_stream, service_payload_url, service_interface } = sent;
  return {
    ...(config_data && { config_data }),
    ...(default_sending_stream !== undefined && { default_sending_stream }),
    ...(default_events_register_stream !== undefined && { default_events_register_stream }),
    ...(service_payload_url !== undefined && { payload_url: service_payload_url }),
    ...(service_interface !== undefined && { interface: service_interface }),
  };
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
function change(turn: Turn, { id }: User, request: Request, found: { name?: string; role?: Role; owner?: User }): User {
  const now = (): User => turn.world.users.require(id);
  if (found.name !== undefined) setFullName(turn, now(), found.name);
  if (found.role !== undefined) changeRole(turn, now(), found.role);
  if (found.owner) setBotOwner(turn, now(), found.owner);
  setBot(turn, now(), setup(request), request.params.default_all_public_streams);
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
  params,
  allow: membersOnly,
  rules: (request) => {
    const { realm, caller, path, files } = request;
    const bot = botToAdminister(realm, caller, path.bot_id);
    const { full_name = bot.full_name } = request.params;
    const name = full_name === bot.full_name ? undefined : fullNameOf(full_name);
    if (name !== undefined) checkBotName(realm, name, bot);
    if (files.length > 1) refuse("You may only upload one file at a time");
    const [role, owner] = [newRole(request, bot), newOwner(request)];
    return { request, bot, found: { ...(name && { name }), ...(role && { role }), ...(owner && { owner }) } };
  },
  effect: ({ turn, found: { request, bot, found } }) => changedBot(turn.world, change(turn, bot, request, found)),
});
