import { putChannel, subscribe } from "../core/channels.ts";
import type { ChannelId, FolderId, RecipientId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { type ChannelGroupSetting, channelGroupDefaults } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { noticeBot } from "../effects/notice.ts";
import { renderedText } from "../resources/content.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import type { Agenda } from "./agenda.ts";
import { type Spot, wrong } from "./fault.ts";
import { idShape, idsOf } from "./ids.ts";
import { instant } from "./instants.ts";
import { type Name, type Names, nameOf, permittedSettings, userName } from "./names.ts";
import {
  byName,
  line,
  listOf,
  maybe,
  nullable,
  oneOf,
  optional,
  orEmpty,
  type Read,
  record,
  type Shape,
  text,
  textLike,
  truth,
  whole,
} from "./shapes.ts";

const folderShape = record({
  description: optional(text(limits.folderDescriptionLength), ""),
  archived: optional(truth, false),
  creator: maybe(userName),
});

export const foldersShape = byName(folderShape, line(limits.folderNameLength, 1));

const subscribersShape: Shape<"everyone" | "members" | readonly Name[]> = (value, at) => {
  if (value === "everyone" || value === "members") return value;
  return Array.isArray(value) ? listOf(userName)(value, at) : wrong(at, value, '"everyone", "members" or a list of users');
};

const preferencesShape = record({
  muted: optional(truth, false),
  pinned: optional(truth, false),
  color: optional(textLike(/^#[0-9a-f]{6}$/, 'a colour such as "#76ce90", in lower case'), "#c2c2c2"),
  since: maybe(instant),
});

const channelShape = record({
  id: idShape,
  description: optional(text(limits.channelDescriptionLength), ""),
  privacy: optional(oneOf("public", "web-public", "private", "private-protected"), "public"),
  archived: optional(truth, false),
  folder: maybe(nameOf("folder")),
  topics_policy: optional(oneOf("inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"), "inherit"),
  message_retention_days: optional(nullable(whole(1)), null),
  creator: maybe(userName),
  subscribers: optional(subscribersShape, []),
  subscriptions: orEmpty(byName(preferencesShape)),
  ...permittedSettings(Object.keys(channelGroupDefaults) as ChannelGroupSetting[]),
});

export const channelsShape = byName(channelShape, line(limits.channelNameLength, 1));

type ChannelInFile = Read<typeof channelShape> & { readonly spot: Spot };
type Preferences = Read<typeof preferencesShape>;

/** Puts the folders of a file, in its order. */
export function putFolders(turn: Turn, names: Names, folders: Read<typeof foldersShape>): void {
  for (const [name, { description, archived, creator }] of folders) {
    const id = turn.nextId("folder") as FolderId;
    turn.world.folders.set(id, {
      id,
      name,
      description,
      rendered_description: "",
      creator_id: creator ? names.user(creator).id : null,
      date_created: turn.seconds,
      is_archived: archived,
      order: turn.world.folders.size,
    });
  }
}

function putOne(turn: Turn, names: Names, id: ChannelId, name: string, given: ChannelInFile): ChannelId {
  if (turn.world.channelsByName.has(name.toLowerCase()))
    wrong(given.spot, name, "a name that differs from those above by more than capitals");
  putChannel(turn, {
    ...names.settings<ChannelGroupSetting>(given, channelGroupDefaults),
    id,
    recipient_id: turn.nextId("recipient") as RecipientId,
    name,
    description: given.description,
    rendered_description: "",
    creator_id: given.creator ? names.user(given.creator).id : null,
    date_created: turn.seconds,
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
  const all = activeUsers(turn.world).map((id) => turn.world.users.get(id)!);
  return subscribers === "everyone" ? all : all.filter((user) => !isGuest(user));
}

/** Subscribes those who have been there from the beginning; those who came later are put on the agenda. */
function subscribeAll(turn: Turn, names: Names, agenda: Agenda, channel: ChannelId, given: ChannelInFile): void {
  const users = subscribersOf(turn, names, given);
  for (const [key, { spot }] of given.subscriptions) {
    if (!users.some((user) => user.key === key)) wrong(spot, key, "the name of a subscriber of this channel");
  }
  for (const user of users) {
    const own: Preferences = given.subscriptions.get(user.key) ?? preferencesShape({}, given.spot);
    const subscription = { user_id: user.id, is_muted: own.muted, pin_to_top: own.pinned, color: own.color, notifications: {} };
    if (own.since === undefined) subscribe(turn, channel, subscription);
    else agenda.add(own.since, (later) => subscribe(later, channel, subscription));
  }
}

/** Puts the channels of a file, in its order, with their subscribers. */
export function putChannels(turn: Turn, names: Names, agenda: Agenda, channels: Read<typeof channelsShape>): void {
  const ids = idsOf(turn, "channel", [...channels.values()], (id) => turn.world.channels.has(id as ChannelId)) as ChannelId[];
  for (const [i, [name, given]] of [...channels].entries())
    subscribeAll(turn, names, agenda, putOne(turn, names, ids[i]!, name, given), given);
}

/** Notes the channels that new accounts are subscribed to. */
export function putDefaultChannels(turn: Turn, names: Names, channels: readonly Name[]): void {
  for (const name of channels) {
    const { id } = names.channel(name);
    turn.world.defaultChannels.set(id, id);
  }
}

/** Renders the descriptions of folders and channels, once there is everything that they can mention. */
export function renderDescriptions(turn: Turn): void {
  const { channels, folders, users, usersByKey } = turn.world;
  const rendered = ({ creator_id, description }: { creator_id: User["id"] | null; description: string }): string =>
    renderedText(turn.world, users.get(creator_id ?? usersByKey.get(noticeBot)!)!, description);
  for (const folder of [...folders.values()]) folders.set(folder.id, { ...folder, rendered_description: rendered(folder) });
  for (const channel of [...channels.values()]) channels.set(channel.id, { ...channel, rendered_description: rendered(channel) });
}
