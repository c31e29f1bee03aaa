import { type Channel, channelNotifications, subscribersOf } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import {
  joinChannels,
  muteChannel,
  type SubscriptionProperty,
  setSubscription,
  type Tie,
  unsubscribeAll,
} from "../effects/subscriptions.ts";
import { reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { aBoolean, aList, anInteger, aString, type Check, integerIn, listOf, missingKey, modelNamed } from "../protocol/json.ts";
import { boolean, json, optional, required, text, texts } from "../protocol/params.ts";
import { newChannelParams, onOneLine, wishesIn, withSubscribers } from "../requests/channels.ts";
import { subscriptionRecord } from "../resources/channel.ts";
import { knownChannel, knowsChannel } from "../rules/channels/channel-access.ts";
import { type AskedChannel, type Joining, joining, type Leaving, leaving } from "../rules/channels/joining.ts";
import { accessibleChannel, isSubscribed } from "../rules/messages/access.ts";
import { noGuests } from "../rules/people/accounts.ts";
import { userToSee } from "../rules/people/user-access.ts";

/** People whom a request is about: all by their addresses or all by their ids. Of a list of neither, servers report the first. */
const principals = json<readonly (number | string)[]>((value, at) => {
  const branch = `${at}["list[str]"]`;
  const list = aList(value, branch);
  const check = integerIn(list[0]) !== undefined ? anInteger : aString;
  return list.map((one, index) => check(one, `${branch}[${index}]`));
});

/** A colour as style sheets write it: three to six hexadecimal digits. */
const aColor: Check<string> = (value, at) => {
  const color = aString(value, at);
  return /^#[a-fA-F0-9]{3,6}$/.test(color) ? color : refuse(`${at} is not a valid hex color code`);
};

const aModel = modelNamed("AddSubscriptionData");

const anAskedChannel: Check<AskedChannel> = (value, at, typed) => {
  const { name, color, description } = aModel(value, at, typed);
  if (name === undefined) missingKey("name", at, typed);
  const place = `${at}["description"]`;
  return {
    name: withoutSpaceAround(aString(name, `${at}["name"]`)),
    color: color === undefined || color === null ? undefined : aColor(color, `${at}["color"]`),
    description: description === undefined || description === null ? "" : onOneLine(aString(description, place), place),
  };
};

/** Channels to subscribe to. */
const askedChannels = json(listOf(anAskedChannel));

/** Names of channels by who is subscribed to them: by id, by address on older servers. */
function namesByUser(realm: Realm, ties: readonly Tie[]): Readonly<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  for (const { user, channel } of ties) (names[has(realm, "subscriptionIds") ? user.id : user.email] ??= []).push(channel.name);
  return names;
}

/** Subscribes, and says what came of it. */
function join(turn: Turn, caller: User, joining: Joining, { notices = true, fatal = true, announce = false } = {}) {
  const { world } = turn;
  const { begun, found, noticed } = joinChannels(turn, caller, joining, { notices, announce });
  return {
    subscribed: namesByUser(world, begun),
    already_subscribed: namesByUser(world, found),
    ...(!fatal && { unauthorized: joining.unauthorized.map(({ name }) => name) }),
    ...(notices && has(world, "subscriptionNotices") && { new_subscription_messages_sent: noticed }),
  };
}

const namesOf = (ties: readonly Tie[]): string[] => ties.map(({ channel }) => channel.name);

/** Unsubscribes, and says what came of it. */
function leave(turn: Turn, { users, channels }: Leaving) {
  const { world } = turn;
  const ties = users.flatMap((user) => channels.map((channel) => ({ channel, user })));
  const removed = ties.filter(({ channel, user }) => isSubscribed(world, user, channel.id));
  const gone = new Set(removed);
  unsubscribeAll(turn, removed);
  return { removed: namesOf(removed), not_removed: namesOf(ties.filter((tie) => !gone.has(tie))) };
}

/**
 * GET /users/me/subscriptions: the caller's channels that are in use, by name.
 * @refuses BAD_REQUEST: subscribers in part, before there was that
 */
export const getSubscriptions = reads({
  route: "GET /users/me/subscriptions",
  params: { include_subscribers: optional(withSubscribers, { fallback: false }) },
  reply: ({ realm, caller, params: { include_subscribers: includeSubscribers } }) => {
    const form = { nullNotifications: true, includeSubscribers };
    const records = [...realm.channels.values()].flatMap((channel) => {
      const own = subscribersOf(realm, channel.id).all.get(caller.id);
      return own && !channel.is_archived ? [subscriptionRecord(realm, channel, own, form)] : [];
    });
    return { subscriptions: records.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
});

/**
 * GET /users/{user_id}/subscriptions/{stream_id}: whether an account is subscribed to a channel in use that the caller sees.
 * @refuses BAD_REQUEST: unknown account or one without a person, unknown channel
 */
export const getSubscription = reads({
  route: "GET /users/{user_id}/subscriptions/{stream_id}",
  reply: ({ realm, caller, path }) => {
    const user = userToSee(realm, caller, path.user_id);
    const channel = knownChannel(realm, caller, path.stream_id);
    return { is_subscribed: isSubscribed(realm, user, channel.id) };
  },
});

/**
 * GET /users/{user_id}/channels: the channels in use to which an account is subscribed, as far as the caller sees them.
 * @reply   subscribed_channel_ids: ascending
 * @refuses BAD_REQUEST: unknown account
 */
export const getChannelsOf = reads({
  route: "GET /users/{user_id}/channels",
  since: "channelsOfUsers",
  reply: ({ realm, caller, path }) => {
    const user = userToSee(realm, caller, path.user_id, { bots: true });
    const shared = (channel: Channel) =>
      !channel.is_archived && isSubscribed(realm, user, channel.id) && knowsChannel(realm, caller, channel);
    const channels = [...realm.channels.values()].filter(shared);
    return { subscribed_channel_ids: channels.map(({ id }) => id) };
  },
});

/**
 * POST /users/me/subscriptions: subscribes the caller or others to channels, and makes those that there are not yet.
 * @reply   subscribed and already_subscribed, names of channels by user; unauthorized where such channels are no fault;
 *          new_subscription_messages_sent
 * @refuses BAD_REQUEST: guests, unknown people, bad names, no permission; UNAUTHORIZED_PRINCIPAL: retention
 */
export const subscribe = writes({
  route: "POST /users/me/subscriptions",
  params: {
    authorization_errors_fatal: optional(boolean, { fallback: true }),
    ...newChannelParams,
    principals: optional(principals, { fallback: [] }),
    subscriptions: required(askedChannels),
  },
  allow: noGuests,
  rules: ({ realm, caller, params }) => {
    const { subscriptions: asked, principals, authorization_errors_fatal: fatal } = params;
    return joining(realm, caller, { asked, principals, fatal, wishes: wishesIn(realm, params) });
  },
  effect: ({ turn, caller, params: { send_new_subscription_messages: notices, authorization_errors_fatal: fatal, announce }, found }) =>
    join(turn, caller, found, { notices, fatal, announce }),
});

/**
 * DELETE /users/me/subscriptions: unsubscribes the caller or others from channels.
 * @reply   removed and not_removed, names of channels
 * @refuses BAD_REQUEST: unknown people, names that no channel has, no permission to remove others
 */
export const unsubscribe = writes({
  route: "DELETE /users/me/subscriptions",
  params: {
    principals: optional(principals, { fallback: [] }),
    subscriptions: required(texts),
  },
  rules: ({ realm, caller, params }) => leaving(realm, caller, params.subscriptions, params.principals),
  effect: ({ turn, found }) => leave(turn, found),
});

const wishes = { invite_only: false, is_web_public: false, history_public_to_subscribers: true, is_default_stream: false };

/**
 * PATCH /users/me/subscriptions: subscribes the caller to channels and unsubscribes the caller from others.
 * @reply   those of POST and DELETE together
 * @refuses BAD_REQUEST: guests, nothing given, and what POST and DELETE refuse
 */
export const changeSubscriptions = writes({
  route: "PATCH /users/me/subscriptions",
  params: {
    add: optional(askedChannels, { fallback: [] }),
    delete: optional(texts, { fallback: [] }),
  },
  allow: noGuests,
  rules: ({ realm, caller, params }) => {
    const { add: asked, delete: names } = params;
    if (asked.length + names.length === 0) refuse('Nothing to do. Specify at least one of "add" or "delete".');
    return {
      come: joining(realm, caller, { asked, principals: [], fatal: true, wishes }),
      gone: leaving(realm, caller, names, []),
    };
  },
  effect: ({ turn, caller, found: { come, gone } }) => ({ ...join(turn, caller, come), ...leave(turn, gone) }),
});

interface Change {
  readonly stream_id: number;
  readonly property: string;
  readonly value: boolean | string;
}

const aChangeModel = modelNamed("SubscriptionPropertyChangeRequest");

const aChange: Check<Change> = (value, at, typed) => {
  const given = aChangeModel(value, at, typed);
  for (const key of ["stream_id", "property", "value"]) if (given[key] === undefined) missingKey(key, at, typed);
  const asked = given.value;
  if (typeof asked !== "string" && typeof asked !== "boolean") {
    refuse(typed ? `${at}["value"]["bool"] is not a boolean` : `${at}["value"] is not a string or a boolean`);
  }
  return {
    stream_id: anInteger(given.stream_id, `${at}["stream_id"]`),
    property: aString(given.property, `${at}["property"]`),
    value: asked as string | boolean,
  };
};

const switches = ["is_muted", "in_home_view", "pin_to_top", ...channelNotifications];

/** A subscription of the caller's, and a value that the property can have. */
function checkedChange(realm: Realm, caller: User, { stream_id, property, value }: Change) {
  if (property !== "color" && !switches.includes(property)) refuse(`Unknown subscription property: ${property}`);
  const channel: Channel = accessibleChannel(realm, caller, stream_id);
  const words = has(realm, "channelTexts") ? "channel ID" : "stream id";
  if (!isSubscribed(realm, caller, channel.id)) refuse(`Not subscribed to ${words} ${stream_id}`);
  return { channel, property, value: property === "color" ? aColor(value, property) : aBoolean(value, property) };
}

function setProperty(turn: Turn, caller: User, { channel, property, value }: ReturnType<typeof checkedChange>): void {
  if (property === "is_muted" || property === "in_home_view") muteChannel(turn, channel, caller, value === (property === "is_muted"));
  else setSubscription(turn, channel, caller, property as SubscriptionProperty, value);
}

/**
 * POST /users/me/subscriptions/properties: settings of the caller's own for channels. All of them are made or none.
 * @refuses BAD_REQUEST: unknown property, a value that it cannot have, a channel that the caller is not subscribed to
 */
export const setProperties = writesOnly({
  route: "POST /users/me/subscriptions/properties",
  params: { subscription_data: required(json(listOf(aChange))) },
  rules: ({ realm, caller, params }) => params.subscription_data.map((change) => checkedChange(realm, caller, change)),
  effect: ({ turn, caller, found }) => {
    for (const change of found) setProperty(turn, caller, change);
  },
});

/** A value of a property as JSON has it: a boolean, or a text in quotes. */
const propertyValue = json<string | boolean>((value, at) =>
  typeof value === "string" || typeof value === "boolean" ? value : refuse(`${at} is not a string or a boolean`),
);

/**
 * PATCH /users/me/subscriptions/{stream_id}: one setting of the caller's own for a channel.
 * @refuses BAD_REQUEST: as of several
 */
export const changeSubscription = writesOnly({
  route: "PATCH /users/me/subscriptions/{stream_id}",
  params: { property: required(text()), value: required(propertyValue) },
  rules: ({ realm, caller, path, params }) => checkedChange(realm, caller, { ...path, ...params }),
  effect: ({ turn, caller, found }) => setProperty(turn, caller, found),
});
