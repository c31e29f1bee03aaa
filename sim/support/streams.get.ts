import type { Channel } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { isAdministrator, isGuest, type User } from "../core/users.ts";
import { anyone, type Call, reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { channelRecord } from "../resources/channel.ts";
import { knowsChannel } from "../rules/channels/knows-channel.ts";
import { hasContentAccess, isSubscribed } from "../rules/messages/access.ts";

const no = { fallback: false };

const params = {
  exclude_archived: optional(boolean, { fallback: true, since: "archivedChannels" }),
  include_all: optional(boolean, { ...no, since: "allChannels" }),
  include_all_active: optional(boolean, no),
  include_can_access_content: optional(boolean, { ...no, since: "allChannels" }),
  include_default: optional(boolean, no),
  include_owner_subscribed: optional(boolean, no),
  include_public: optional(boolean, { fallback: true }),
  include_subscribed: optional(boolean, { fallback: true }),
  include_web_public: optional(boolean, no),
};

type Request = Call<"GET /streams", typeof params>;

/** Whether every channel that the caller sees is asked for; long this was for administrators only. */
function wantsAll({ realm, caller, params: { include_all, include_all_active } }: Request): boolean {
  if (has(realm, "allChannels")) return include_all || include_all_active;
  if (include_all_active && !isAdministrator(caller)) refuse("User not authorized for this query");
  return include_all_active;
}

const ownerOf = (realm: Realm, bot: User): User | undefined => (bot.bot_owner === undefined ? undefined : realm.users.get(bot.bot_owner));

/** Tests of which a channel must pass one. */
function sources(request: Request): ((channel: Channel) => boolean)[] {
  const { realm, caller, params } = request;
  if (wantsAll(request)) return [(channel) => knowsChannel(realm, caller, channel)];
  const owner = params.include_owner_subscribed ? ownerOf(realm, caller) : undefined;
  return [
    ...(params.include_subscribed ? [({ id }: Channel) => isSubscribed(realm, caller, id)] : []),
    ...(params.include_public && !isGuest(caller) ? [({ invite_only }: Channel) => !invite_only] : []),
    ...(params.include_web_public ? [({ is_web_public }: Channel) => is_web_public] : []),
    ...(params.include_can_access_content ? [(channel: Channel) => hasContentAccess(realm, caller, channel)] : []),
    ...(owner ? [({ id }: Channel) => isSubscribed(realm, owner, id)] : []),
  ];
}

/**
 * GET /streams: channels by name, those from several sources together.
 * @reply   streams, each with is_default where that is asked for
 * @refuses BAD_REQUEST: all channels before their level, but for administrators
 */
export const getChannels = reads({
  route: "GET /streams",
  params,
  allow: anyone,
  reply: (request) => {
    const { realm, params } = request;
    const tests = sources(request);
    const records = [...realm.channels.values()]
      .filter((channel) => !(channel.is_archived && params.exclude_archived) && tests.some((test) => test(channel)))
      .map((channel) => ({
        ...channelRecord(realm, channel),
        ...(params.include_default && { is_default: realm.defaultChannels.has(channel.id) }),
      }));
    return { streams: records.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
});
