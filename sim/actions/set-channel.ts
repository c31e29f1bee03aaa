import type { Channel } from "../core/channels.ts";
import type { FolderId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { type ChannelGroupSetting, channelGroupDefaults } from "../core/settings.ts";
import { archiveChannel, describeChannel, renameChannel, setChannelGroup, setChannelValue, setPrivacy } from "../effects/channels.ts";
import type { Privacy } from "../rules/channels/new-channel.ts";
import { action, fieldSet, noIds, type ReadField } from "./action.ts";
import { freeName } from "./channels.ts";
import { anything, channel, groupSetting, oneOf, orNull, text, truth, whole } from "./fields.ts";
import { type Property, property, propertyNamed } from "./property.ts";

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
  orNull(whole()),
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
  message_retention_days: plain("message_retention_days", orNull(whole(1))),
  ...Object.fromEntries((Object.keys(channelGroupDefaults) as ChannelGroupSetting[]).map((setting) => [setting, people(setting)])),
};

/** Sets one property of a channel. */
export const setChannel = action({
  name: "set_channel",
  fields: fieldSet({ channel, property: text(1), value: anything }),
  rules: (realm, { channel: subject, property: name, value }) => propertyNamed(properties, name).prepare(realm, subject, value),
  effect: (turn, _, write) => {
    write(turn);
    return noIds;
  },
});
