import type { Channel } from "../core/channels.ts";
import type { ChannelId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { unprintableAt } from "../core/printable.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { createChannel } from "../effects/channels.ts";
import { muteChannel, subscribeUser, unsubscribeUser } from "../effects/subscriptions.ts";
import { isSubscribed } from "../rules/messages/access.ts";
import { action, fieldSet, noIds, optional } from "./action.ts";
import { actor, channel, jsonWords, listOf, text, truth } from "./fields.ts";

/** A name that a channel can have, and that no other has. */
export function freeName(realm: Realm, name: string, own?: ChannelId): string {
  if (name.trim() === "") refuse("name cannot be blank");
  const position = unprintableAt(name);
  if (position !== undefined) refuse(`name has an invalid character at position ${position}`);
  const taken = realm.channelsByName.get(name.toLowerCase());
  return taken === undefined || taken === own
    ? name
    : refuse(`name: there is a channel ${jsonWords(realm.channels.require(taken).name)} already`);
}

const create = action({
  name: "create_channel",
  fields: fieldSet({
    name: text(1, limits.channelNameLength),
    as: optional(actor),
    description: optional(text(0, limits.channelDescriptionLength)),
    invite_only: optional(truth),
    history_public_to_subscribers: optional(truth),
    is_web_public: optional(truth),
    subscribers: optional(listOf(actor)),
  }),
  rules: (realm, { name, invite_only = false, history_public_to_subscribers = !invite_only, is_web_public = false }) => {
    if (is_web_public && invite_only) refuse("is_web_public and invite_only exclude each other");
    if (!invite_only && !history_public_to_subscribers)
      refuse("history_public_to_subscribers: only a channel with invite_only hides its history");
    return { name: freeName(realm, name), privacy: { invite_only, history_public_to_subscribers, is_web_public } };
  },
  effect: (turn, { as, description = "", subscribers = as ? [as] : [] }, { name, privacy }) => {
    const made = createChannel(turn, { name, description, ...privacy, creator_id: as?.id ?? null });
    for (const user of new Set(subscribers)) subscribeUser(turn, made, user);
    return { stream_id: made.id };
  },
});

function mustBeSubscribed(realm: Realm, user: User, to: Channel): void {
  if (!isSubscribed(realm, user, to.id)) refuse(`${user.key} is not subscribed to ${to.name}`);
}

const subscribe = action({
  name: "subscribe",
  fields: fieldSet({ as: actor, channel }),
  rules: (realm, { as, channel: to }) => {
    if (to.is_archived) refuse(`the channel ${to.name} is archived`);
    if (isSubscribed(realm, as, to.id)) refuse(`${as.key} is subscribed to ${to.name} already`);
  },
  effect: (turn, { as, channel: to }) => {
    subscribeUser(turn, to, as);
    return noIds;
  },
});

const unsubscribe = action({
  name: "unsubscribe",
  fields: fieldSet({ as: actor, channel }),
  rules: (realm, { as, channel: from }) => mustBeSubscribed(realm, as, from),
  effect: (turn, { as, channel: from }) => {
    unsubscribeUser(turn, from, as);
    return noIds;
  },
});

const mute = action({
  name: "mute_channel",
  fields: fieldSet({ as: actor, channel, value: truth }),
  rules: (realm, { as, channel: which }) => mustBeSubscribed(realm, as, which),
  effect: (turn, { as, channel: which, value }) => {
    if (turn.world.subscribers.require(which.id).all.get(as.id)?.is_muted !== value) muteChannel(turn, which, as, value);
    return noIds;
  },
});

export const channelActions = [create, subscribe, unsubscribe, mute];
