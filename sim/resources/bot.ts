import type { ChannelId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { type BotSetup, noSetup, type User } from "../core/users.ts";
import { avatarAddress } from "./people.ts";

export const setupOf = (realm: Realm, bot: User): Omit<BotSetup, "user_id"> => realm.bots.get(bot.id) ?? noSetup;

/** Returns what a bot is connected to, in the form of its type. */
function services(realm: Realm, bot: User): readonly object[] {
  const { service_name, payload_url, token, config_data, ...setup } = setupOf(realm, bot);
  if (bot.bot_type === 3) return [{ base_url: payload_url ?? "", interface: setup.interface, token }];
  if (service_name === undefined || bot.bot_type === 1) return [];
  return [bot.bot_type === 4 ? { service_name, config_data } : { integration_name: service_name, config_data }];
}

const channelName = (realm: Realm, id: ChannelId | null): string | null => (id === null ? null : (realm.channels.get(id)?.name ?? null));

/** The channels that stand in for those that a bot does not name, and whether it hears of all public ones. */
export function botDefaults(realm: Realm, bot: User) {
  const { default_sending_stream, default_events_register_stream } = setupOf(realm, bot);
  return {
    default_sending_stream: channelName(realm, default_sending_stream),
    default_events_register_stream: channelName(realm, default_events_register_stream),
    default_all_public_streams: bot.settings.default_all_public_streams,
  };
}

/** Returns what of a bot stands in its account too; newer servers do not repeat it. */
const account = (realm: Realm, bot: User) => ({
  email: bot.email,
  full_name: bot.full_name,
  bot_type: bot.bot_type,
  is_active: bot.is_active,
  api_key: bot.api_key,
  owner_id: bot.bot_owner ?? null,
  avatar_url: avatarAddress(realm, bot),
});

/** A bot as its owner and administrators see it. */
export const botRecord = (realm: Realm, bot: User) => ({
  user_id: bot.id,
  ...(!has(realm, "leanBots") && account(realm, bot)),
  ...botDefaults(realm, bot),
  services: services(realm, bot),
});
