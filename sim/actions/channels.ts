import type { Channel } from "../core/channels.ts";
import type { ChannelId, FolderId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { recordOf } from "../core/lookup.ts";
import { unprintableAt } from "../core/printable.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { type ChannelGroupSetting, channelGroupDefaults } from "../core/settings.ts";
import type { User } from "../core/users.ts";
import {
  archiveChannel,
  createChannel,
  describeChannel,
  renameChannel,
  setChannelGroup,
  setChannelValue,
  setPrivacy,
} from "../effects/channels.ts";
import { muteChannel, subscribeUser, unsubscribeUser } from "../effects/subscriptions.ts";
import type { Privacy } from "../rules/channels/new-channel.ts";
import { isSubscribed } from "../rules/messages/access.ts";
import { action, creation, optional, type Property, property, propertyNamed, type ReadField } from "./action.ts";
import { actor, anything, channel, groupSetting, jsonWords, listOf, nullable, oneOf, text, truth, whole } from "./fields.ts";

/** A name that a channel can have, and that no other has. */
function freeName(realm: Realm, name: string, own?: ChannelId): string {
  if (name.trim() === "") refuse("name cannot be blank");
  const position = unprintableAt(name);
  if (position !== undefined) refuse(`name has an invalid character at position ${position}`);
  const taken = realm.channelsByName.get(name.toLowerCase());
  return taken === undefined || taken === own
    ? name
    : refuse(`name: there is a channel ${jsonWords(realm.channels.require(taken).name)} already`);
}

const create = creation("create_channel", {
  name: text(1, limits.channelNameLength),
  as: optional(actor),
  description: optional(text(0, limits.channelDescriptionLength)),
  invite_only: optional(truth),
  history_public_to_subscribers: optional(truth),
  is_web_public: optional(truth),
  subscribers: optional(listOf(actor)),
})({
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

const subscribe = action("subscribe", { as: actor, channel })({
  rules: (realm, { as, channel: to }) => {
    if (to.is_archived) refuse(`the channel ${to.name} is archived`);
    if (isSubscribed(realm, as, to.id)) refuse(`${as.key} is subscribed to ${to.name} already`);
  },
  effect: (turn, { as, channel: to }) => subscribeUser(turn, to, as),
});

const unsubscribe = action("unsubscribe", { as: actor, channel })({
  rules: (realm, { as, channel: from }) => mustBeSubscribed(realm, as, from),
  effect: (turn, { as, channel: from }) => unsubscribeUser(turn, from, as),
});

const mute = action("mute_channel", { as: actor, channel, value: truth })({
  rules: (realm, { as, channel: which }) => mustBeSubscribed(realm, as, which),
  effect: (turn, { as, channel: which, value }) => {
    if (turn.world.subscribers.require(which.id).all.get(as.id)?.is_muted !== value) muteChannel(turn, which, as, value);
  },
});

export const channelActions = [create, subscribe, unsubscribe, mute];

type OfChannel = Property<Channel>;

/** A property that is nothing but a value. */
const plain = <K extends "topics_policy" | "message_retention_days">(name: K, read: ReadField<Channel[K]>): OfChannel =>
  property(read, (turn, subject, value) => setChannelValue(turn, subject, name, value));

const name: OfChannel = property(text(1, limits.channelNameLength), renameChannel, (realm, { id }, value) => freeName(realm, value, id));

/** One of the three values of privacy, and what goes with it. */
const privacy = (wanted: (value: boolean, subject: Channel) => Partial<Privacy>, name: keyof Privacy): OfChannel =>
  property(
    truth,
    (turn, subject, value) => {
      if (subject[name] !== value) setPrivacy(turn, subject, { ...subject, ...wanted(value, subject) });
    },
    (_, subject, value) => {
      if (name === "history_public_to_subscribers" && !value && !subject.invite_only) {
        refuse("value: only a channel with invite_only hides its history");
      }
    },
  );

const folder: OfChannel = property(
  nullable(whole()),
  (turn, subject, value) => setChannelValue(turn, subject, "folder_id", value as FolderId | null),
  (realm, _, value) => {
    if (value !== null && !realm.folders.has(value as FolderId)) refuse(`value: there is no folder with id ${value}`);
  },
);

const people = (setting: ChannelGroupSetting): OfChannel =>
  property(groupSetting, (turn, subject, value) => setChannelGroup(turn, subject, setting, value));

const properties: Readonly<Record<string, OfChannel>> = {
  name,
  description: property(text(0, limits.channelDescriptionLength), describeChannel),
  invite_only: privacy(
    (value) => (value ? { invite_only: true, is_web_public: false } : { invite_only: false, history_public_to_subscribers: true }),
    "invite_only",
  ),
  history_public_to_subscribers: privacy((value) => ({ history_public_to_subscribers: value }), "history_public_to_subscribers"),
  is_web_public: privacy(
    (value) => (value ? { is_web_public: true, invite_only: false, history_public_to_subscribers: true } : { is_web_public: false }),
    "is_web_public",
  ),
  is_archived: property(truth, (turn, { id }, value) => archiveChannel(turn, id, value)),
  folder_id: folder,
  topics_policy: plain("topics_policy", oneOf("inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only")),
  message_retention_days: plain("message_retention_days", nullable(whole(1))),
  ...recordOf(Object.keys(channelGroupDefaults) as ChannelGroupSetting[], people),
};

/** The names of all that set_channel sets. */
export const channelProperties = Object.keys(properties);

/** Sets one property of a channel. */
export const setChannel = action("set_channel", { channel, property: text(1), value: anything })({
  rules: (realm, { channel: subject, property: name, value }) => propertyNamed(properties, name)(realm, subject, value),
  effect: (turn, _, write) => write(turn),
});
