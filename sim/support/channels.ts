import type { Channel } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import { itemAt } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal, refuse, refusePermission } from "../core/refusal.ts";
import { isAdministrator, isGuest, type User } from "../core/users.ts";
import { archiveChannel, setDefaultChannel } from "../effects/channels.ts";
import { noticeArchiving } from "../effects/notices.ts";
import { joinChannels } from "../effects/subscriptions.ts";
import { announceFolderOrder } from "../events/channel.ts";
import { type Call, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { boolean, integer, integers, optional, required, text } from "../protocol/params.ts";
import { newChannelParams, onOneLine, wishesIn } from "../requests/channels.ts";
import { channelAddress, channelRecord, folderRecords, subscriberIds } from "../resources/channel.ts";
import { administeredChannel, channelOfName, knownChannel, knowsChannel } from "../rules/channels/channel-access.ts";
import { joining } from "../rules/channels/joining.ts";
import { noPrivateDefault } from "../rules/channels/new-channel.ts";
import { accessibleChannel, hasContentAccess, isSubscribed } from "../rules/messages/access.ts";
import { capitalised } from "../rules/messages/destination.ts";
import { ordered } from "../rules/organization/additions.ts";
import { administratorsOnly, noGuests } from "../rules/people/accounts.ts";
import { userToSee } from "../rules/people/user-access.ts";

const no = { fallback: false };

const listParams = {
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

type ListRequest = Call<"GET /streams", typeof listParams>;

/** Whether every channel that the caller sees is asked for; long this was for administrators only. */
function wantsAll({ realm, caller, params: { include_all, include_all_active } }: ListRequest): boolean {
  if (has(realm, "allChannels")) return include_all || include_all_active;
  if (include_all_active && !isAdministrator(caller)) refuse("User not authorized for this query");
  return include_all_active;
}

const ownerOf = (realm: Realm, bot: User): User | undefined => (bot.bot_owner === undefined ? undefined : realm.users.get(bot.bot_owner));

/** Tests of which a channel must pass one. */
function sources(request: ListRequest): ((channel: Channel) => boolean)[] {
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
  params: listParams,
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

/**
 * GET /streams/{stream_id}: a channel in use that the caller sees.
 * @refuses BAD_REQUEST: any other
 */
export const getChannel = reads({
  route: "GET /streams/{stream_id}",
  reply: ({ realm, caller, path }) => ({ stream: channelRecord(realm, knownChannel(realm, caller, path.stream_id)) }),
});

/**
 * GET /get_stream_id: the id of the channel of a name, whatever its capitals.
 * @refuses BAD_REQUEST: no such channel that the caller may read
 */
export const getChannelId = reads({
  route: "GET /get_stream_id",
  params: { stream: required(text()) },
  reply: ({ realm, caller, params }) => ({ stream_id: channelOfName(realm, caller, params.stream).id }),
});

/**
 * GET /streams/{stream_id}/members: the active subscribers of a channel in use that the caller sees.
 * @reply   subscribers, their ids
 * @refuses BAD_REQUEST: any other channel
 */
export const getSubscribers = reads({
  route: "GET /streams/{stream_id}/members",
  reply: ({ realm, caller, path }) => ({ subscribers: subscriberIds(realm, knownChannel(realm, caller, path.stream_id)) }),
});

/** In whose name mail to the address is sent: the server's, the caller's, or a bot's of the caller. */
function senderOf(realm: Realm, caller: User, id: number | undefined): string {
  if (id === undefined || realm.users.get(id as User["id"])?.is_system_bot) return "server";
  const sender = userToSee(realm, caller, id, { bots: true });
  return sender === caller || sender.bot_owner === caller.id ? `user ${sender.id}` : refusePermission();
}

/**
 * GET /streams/{stream_id}/email_address: where mail becomes messages of a channel. None is received.
 * @refuses BAD_REQUEST: unknown channel, mail in another's name
 */
export const getEmailAddress = reads({
  route: "GET /streams/{stream_id}/email_address",
  since: "channelEmails",
  params: { sender_id: optional(integer, { since: "channelEmailSenders" }) },
  reply: ({ realm, caller, path, params }) => {
    const channel = accessibleChannel(realm, caller, path.stream_id);
    const own = has(realm, "channelEmailSenders") ? `${caller.id} as ${senderOf(realm, caller, params.sender_id)}` : "";
    return { email: channelAddress(realm, channel, own) };
  },
});

/**
 * POST /channels/create: a new channel with its first subscribers, the caller only where named.
 * @refuses CHANNEL_ALREADY_EXISTS (channel_name), 409; BAD_REQUEST: guests, bad name, unknown people, no permission;
 *          UNAUTHORIZED_PRINCIPAL: retention
 */
export const createChannel = writes({
  route: "POST /channels/create",
  since: "channelCreation",
  params: {
    ...newChannelParams,
    name: required(text()),
    description: optional(text(), { fallback: "" }),
    subscribers: required(integers),
  },
  allow: noGuests,
  rules: ({ realm, caller, params }) => {
    const { description, subscribers: principals } = params;
    const name = withoutSpaceAround(params.name);
    if (realm.channelsByName.has(name.toLowerCase())) {
      const extra = { channel_name: name };
      throw new Refusal(`Channel '${name}' already exists`, { status: 409, code: "CHANNEL_ALREADY_EXISTS", extra });
    }
    const asked = [{ name, color: undefined, description: onOneLine(description, "description") }];
    const found = joining(realm, caller, { asked, principals, fatal: true, wishes: wishesIn(realm, params) });
    return principals.length === 0 ? { ...found, users: [] } : found;
  },
  effect: ({ turn, caller, params, found }) => {
    const { made } = joinChannels(turn, caller, found, { notices: params.send_new_subscription_messages, announce: params.announce });
    return { id: itemAt(made, 0).id };
  },
});

/**
 * DELETE /streams/{stream_id}: archives a channel.
 * @refuses BAD_REQUEST: unknown or archived channel; CANNOT_ADMINISTER_CHANNEL: no permission
 */
export const deleteChannel = writesOnly({
  route: "DELETE /streams/{stream_id}",
  rules: ({ realm, caller, path }) => {
    const channel = administeredChannel(realm, caller, path.stream_id);
    return channel.is_archived ? refuse(`${capitalised(realm)} is already deactivated`) : channel;
  },
  effect: ({ turn, caller, found }) => {
    archiveChannel(turn, found.id, true);
    if (has(turn.world, "archivedChannels")) noticeArchiving(turn, caller, found, true);
  },
});

const defaultParams = { stream_id: required(integer) };

/**
 * POST /default_streams: new accounts are subscribed to a channel from now on.
 * @refuses UNAUTHORIZED_PRINCIPAL: no administrator; BAD_REQUEST: unknown or private channel
 */
export const addDefaultChannel = writesOnly({
  route: "POST /default_streams",
  params: defaultParams,
  allow: administratorsOnly,
  rules: ({ realm, caller, params }) => {
    const channel = accessibleChannel(realm, caller, params.stream_id);
    return channel.invite_only ? noPrivateDefault(realm) : channel;
  },
  effect: ({ turn, found }) => setDefaultChannel(turn, found.id, true),
});

/**
 * DELETE /default_streams: new accounts are no longer subscribed to a channel.
 * @refuses UNAUTHORIZED_PRINCIPAL: no administrator; BAD_REQUEST: unknown channel
 */
export const removeDefaultChannel = writesOnly({
  route: "DELETE /default_streams",
  params: defaultParams,
  allow: administratorsOnly,
  rules: ({ realm, caller, params }) => knownChannel(realm, caller, params.stream_id),
  effect: ({ turn, found }) => setDefaultChannel(turn, found.id, false),
});

/**
 * GET /channel_folders: the folders of the organization in their order.
 * @spec    Resources and their fields > Channel folder
 */
export const getFolders = reads({
  route: "GET /channel_folders",
  since: "channelFolders",
  params: { include_archived: optional(boolean, { fallback: false }) },
  reply: ({ realm, params }) => ({
    channel_folders: folderRecords(realm).filter(({ is_archived }) => params.include_archived || !is_archived),
  }),
});

/**
 * PATCH /channel_folders: the order of the folders, the archived ones too.
 * @spec    Resources and their fields > Channel folder; Events
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a folder is missing in the list
 */
export const reorderFolders = writesOnly({
  route: "PATCH /channel_folders",
  since: "folderOrder",
  params: { order: required(integers) },
  allow: administratorsOnly,
  rules: ({ realm, params }) => ordered(realm.folders.values(), params.order),
  effect: ({ turn, params: { order }, found: folders }) => {
    for (const folder of folders) turn.world.folders.set(folder.id, folder);
    announceFolderOrder(turn, order);
  },
});
