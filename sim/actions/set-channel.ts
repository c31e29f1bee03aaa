import { type Channel, putChannel } from "../core/channels.ts";
import type { FolderId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { deliver } from "../core/queues.ts";
import { refuse } from "../core/refusal.ts";
import { type ChannelGroupSetting, channelGroupDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { announceAccess, knowers } from "../effects/subscribe.ts";
import { channelRecord } from "../resources/channel.ts";
import { settingValue } from "../resources/group.ts";
import { action, noIds, type Read, required } from "./action.ts";
import { freeName, renderedDescription } from "./channels.ts";
import { anything, channel, groupSetting, oneOf, orNull, text, truth, whole } from "./fields.ts";
import { type Property, property, propertyNamed } from "./property.ts";

type OfChannel = Property<Channel>;

/** Stores a changed channel, and tells those who see it of one property of it. */
function change(turn: Turn, former: Channel, changes: Partial<Channel>, event: Readonly<Record<string, unknown>>): void {
  const before = knowers(turn, former);
  const changed = { ...former, ...changes };
  putChannel(turn, changed);
  const after = knowers(turn, changed);
  const told = [...after].filter((id) => before.has(id));
  deliver(turn, told, "stream", () => ({ op: "update", stream_id: former.id, name: former.name, ...event }));
  announceAccess(turn, changed, before, after);
}

/** A property that is nothing but a value. */
const plain = <K extends "topics_policy" | "message_retention_days">(name: K, read: Read<Channel[K]>): OfChannel =>
  property(read, (turn, subject, value) => {
    if (subject[name] !== value) change(turn, subject, { [name]: value }, { property: name, value });
  });

const name: OfChannel = property(
  text(1, limits.channelNameLength),
  (turn, subject, value) => {
    if (subject.name !== value) change(turn, subject, { name: value }, { property: "name", value });
  },
  (realm, { id }, value) => freeName(realm, value, id),
);

const description: OfChannel = property(text(0, limits.channelDescriptionLength), (turn, subject, value) => {
  if (subject.description === value) return;
  const rendered_description = renderedDescription(turn.world, subject.creator_id, value);
  change(turn, subject, { description: value, rendered_description }, { property: "description", value, rendered_description });
});

type Privacy = Pick<Channel, "invite_only" | "history_public_to_subscribers" | "is_web_public">;

/** One of the three values of privacy, and what goes with it: they are told together. */
const privacy = (wanted: (value: boolean, subject: Channel) => Partial<Privacy>, name: keyof Privacy): OfChannel =>
  property(
    truth,
    (turn, subject, value) => {
      if (subject[name] === value) return;
      const changes = wanted(value, subject);
      const { invite_only, history_public_to_subscribers, is_web_public } = { ...subject, ...changes };
      const event = { property: "invite_only", value: invite_only, history_public_to_subscribers, is_web_public };
      change(turn, subject, changes, event);
    },
    (_, subject, value) => {
      if (name === "history_public_to_subscribers" && !value && !subject.invite_only) {
        refuse("value: only a channel with invite_only hides its history");
      }
    },
  );

const folder: OfChannel = property(
  orNull(whole(0, Number.MAX_SAFE_INTEGER)),
  (turn, subject, value) => {
    if (subject.folder_id !== value) change(turn, subject, { folder_id: value as FolderId | null }, { property: "folder_id", value });
  },
  (realm, _, value) => {
    if (value !== null && !realm.folders.has(value as FolderId)) refuse(`value: there is no folder with id ${value}`);
  },
);

/** Archives or unarchives. For clients that do not know of archived channels it goes and comes. */
const archived: OfChannel = property(truth, (turn, subject, is_archived) => {
  if (subject.is_archived === is_archived) return;
  const changed = { ...subject, is_archived };
  putChannel(turn, changed);
  const { id: stream_id, name } = subject;
  deliver(turn, knowers(turn, changed), "stream", ({ capabilities }) => {
    if (capabilities.has("archived_channels")) return { op: "update", stream_id, name, property: "is_archived", value: is_archived };
    if (is_archived) return { op: "delete", streams: [{ stream_id }], stream_ids: [stream_id] };
    return { op: "create", streams: [channelRecord(turn.world, changed)] };
  });
});

const people = (setting: ChannelGroupSetting): OfChannel =>
  property(groupSetting, (turn, subject, value) =>
    change(turn, subject, { [setting]: value }, { property: setting, value: settingValue(turn.world, value) }),
  );

const properties: Readonly<Record<string, OfChannel>> = {
  name,
  description,
  invite_only: privacy(
    (value) => (value ? { invite_only: true, is_web_public: false } : { invite_only: false, history_public_to_subscribers: true }),
    "invite_only",
  ),
  history_public_to_subscribers: privacy((value) => ({ history_public_to_subscribers: value }), "history_public_to_subscribers"),
  is_web_public: privacy(
    (value) => (value ? { is_web_public: true, invite_only: false, history_public_to_subscribers: true } : { is_web_public: false }),
    "is_web_public",
  ),
  is_archived: archived,
  folder_id: folder,
  topics_policy: plain("topics_policy", oneOf("inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only")),
  message_retention_days: plain("message_retention_days", orNull(whole(1, Number.MAX_SAFE_INTEGER))),
  ...Object.fromEntries((Object.keys(channelGroupDefaults) as ChannelGroupSetting[]).map((setting) => [setting, people(setting)])),
};

/** Sets one property of a channel. */
export const setChannel = action({
  name: "set_channel",
  fields: { channel: required(channel), property: required(text(1)), value: required(anything) },
  rules: (realm, { channel: subject, property: name, value }) => propertyNamed(properties, name).prepare(realm, subject, value),
  effect: (turn, _, write) => {
    write(turn);
    return noIds;
  },
});
