import { putChannel, subscribe } from "../core/channels.ts";
import type { ChannelId, RecipientId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { type ChannelGroupSetting, channelGroupDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { noticeBot } from "../effects/notices.ts";
import { schemaOf } from "../protocol/schema.ts";
import {
  byName,
  line,
  listOf,
  maybe,
  noted,
  nullable,
  oneOf,
  optional,
  orEmpty,
  type Place,
  type Read,
  record,
  shape,
  text,
  textLike,
  truth,
  whole,
  wrong,
} from "../reader/index.ts";
import { renderedText } from "../resources/content.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { idShape, withIds } from "./ids.ts";
import { type Agenda, instant, secondsOf } from "./instants.ts";
import { type Name, type Names, nameOf, permittedSettings, userName } from "./names.ts";

const folderShape = record({
  id: idShape,
  name: noted(
    "Its name, where that is not its key: an archived folder may have the name of another.",
    maybe(line(limits.folderNameLength, 1)),
  ),
  description: optional(text(limits.folderDescriptionLength), ""),
  archived: optional(truth, false),
  creator: maybe(userName),
  made: noted("When; default when the realm was made.", maybe(instant)),
  order: noted("Its place among the folders; default that in the file.", maybe(whole())),
});

export const foldersShape = byName(folderShape, line(limits.folderNameLength, 1));

const userNames = listOf(userName, '"everyone", "members" or a list of users');
const subscribersSchema = { anyOf: [{ enum: ["everyone", "members"] }, schemaOf(userNames)] };

const subscribersShape = shape<"everyone" | "members" | readonly Name[]>(subscribersSchema, (value, at) =>
  value === "everyone" || value === "members" ? value : userNames(value, at),
);

const preferencesShape = record({
  muted: optional(truth, false),
  pinned: optional(truth, false),
  color: optional(textLike(/^#[0-9a-f]{6}$/, 'a colour such as "#76ce90", in lower case'), "#c2c2c2"),
  since: noted("When the user subscribed; default from the beginning.", maybe(instant)),
});

const channelShape = record({
  id: idShape,
  description: optional(text(limits.channelDescriptionLength), ""),
  privacy: noted(
    "Who reads it: subscribers share its history if private, not if private-protected.",
    optional(oneOf("public", "web-public", "private", "private-protected"), "public"),
  ),
  archived: optional(truth, false),
  folder: maybe(nameOf("folder")),
  topics_policy: optional(oneOf("inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"), "inherit"),
  message_retention_days: noted("Days after which its messages go; null: those of the realm.", optional(nullable(whole(1)), null)),
  creator: maybe(userName),
  made: noted("When; default when the realm was made.", maybe(instant)),
  subscribers: noted("Users; everyone: all active accounts; members: those that are no guests.", optional(subscribersShape, [])),
  subscriptions: noted("Preferences of subscribers, by user.", orEmpty(byName(preferencesShape))),
  ...permittedSettings(Object.keys(channelGroupDefaults) as ChannelGroupSetting[]),
});

export const channelsShape = byName(channelShape, line(limits.channelNameLength, 1));

type ChannelInFile = Read<typeof channelShape> & { readonly place: Place };
type Preferences = Read<typeof preferencesShape>;

/** Puts the folders of a file, in its order. */
export function putFolders(turn: Turn, names: Names, folders: Read<typeof foldersShape>): void {
  const all = withIds(turn, "folder", folders, turn.world.folders);
  for (const [key, { name = key, description, archived, creator, made, order }, id] of all) {
    turn.world.folders.set(id, {
      id,
      name,
      description,
      rendered_description: "",
      creator_id: creator ? names.user(creator).id : null,
      date_created: secondsOf(made, turn),
      is_archived: archived,
      order: order ?? turn.world.folders.size,
    });
  }
}

function putOne(turn: Turn, names: Names, id: ChannelId, name: string, given: ChannelInFile): ChannelId {
  if (turn.world.channelsByName.has(name.toLowerCase()))
    wrong(given.place, name, "a name that differs from those above by more than capitals");
  putChannel(turn, {
    ...names.settings<ChannelGroupSetting>(given, channelGroupDefaults),
    id,
    recipient_id: turn.nextId("recipient") as RecipientId,
    name,
    description: given.description,
    rendered_description: "",
    creator_id: given.creator ? names.user(given.creator).id : null,
    date_created: secondsOf(given.made, turn),
    invite_only: given.privacy.startsWith("private"),
    history_public_to_subscribers: given.privacy !== "private-protected",
    is_web_public: given.privacy === "web-public",
    is_archived: given.archived,
    folder_id: given.folder ? names.folder(given.folder) : null,
    topics_policy: given.topics_policy,
    first_message_id: null,
    message_retention_days: given.message_retention_days,
  });
  return id;
}

function subscribersOf(turn: Turn, names: Names, { subscribers }: ChannelInFile): readonly User[] {
  if (typeof subscribers !== "string") return subscribers.map((name) => names.user(name));
  const all = activeUsers(turn.world).map((id) => turn.world.users.require(id));
  return subscribers === "everyone" ? all : all.filter((user) => !isGuest(user));
}

/** Subscribes those who have been there from the beginning; those who came later are put on the agenda. */
function subscribeAll(turn: Turn, names: Names, agenda: Agenda, channel: ChannelId, given: ChannelInFile): void {
  const users = subscribersOf(turn, names, given);
  for (const [key, { place }] of given.subscriptions) {
    if (!users.some((user) => user.key === key)) wrong(place, key, "the name of a subscriber of this channel");
  }
  for (const user of users) {
    const own: Preferences = given.subscriptions.get(user.key) ?? preferencesShape({}, given.place);
    const subscription = { user_id: user.id, is_muted: own.muted, pin_to_top: own.pinned, color: own.color, notifications: {} };
    if (own.since === undefined) subscribe(turn, channel, subscription);
    else agenda.add(own.since, (later) => subscribe(later, channel, subscription));
  }
}

/** Puts the channels of a file, in its order, with their subscribers. */
export function putChannels(turn: Turn, names: Names, agenda: Agenda, channels: Read<typeof channelsShape>): void {
  const all = withIds(turn, "channel", channels, turn.world.channels);
  for (const [name, given, id] of all) subscribeAll(turn, names, agenda, putOne(turn, names, id, name, given), given);
}

/** Notes the channels that new accounts are subscribed to. */
export function putDefaultChannels(turn: Turn, names: Names, channels: readonly Name[]): void {
  for (const name of channels) {
    const { id, invite_only } = names.channel(name);
    if (invite_only) wrong(name.at, name.name, "a channel that is not private: new accounts get none of those");
    turn.world.defaultChannels.set(id, id);
  }
}

/** Renders the descriptions of folders and channels, once there is everything that they can mention. */
export function renderDescriptions(turn: Turn): void {
  const { channels, folders, users, usersByKey } = turn.world;
  const rendered = ({ creator_id, description }: { creator_id: User["id"] | null; description: string }): string =>
    renderedText(turn.world, users.require(creator_id ?? usersByKey.require(noticeBot)), description);
  for (const folder of [...folders.values()]) folders.set(folder.id, { ...folder, rendered_description: rendered(folder) });
  for (const channel of [...channels.values()]) channels.set(channel.id, { ...channel, rendered_description: rendered(channel) });
}
