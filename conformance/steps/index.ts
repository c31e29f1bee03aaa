import { actions } from "./actions.ts";
import { callsVcCreatePost } from "./calls.vc.create.post.ts";
import { channelFoldersCreatePost } from "./channel_folders.create.post.ts";
import { channelFoldersIdPatch } from "./channel_folders-id.patch.ts";
import { eventsDelete } from "./events.delete.ts";
import { eventsGet } from "./events.get.ts";
import { fetchApiKeyPost } from "./fetch_api_key.post.ts";
import { messagesGet } from "./messages.get.ts";
import { messagesMatchesNarrowGet } from "./messages.matches_narrow.get.ts";
import { messagesPost } from "./messages.post.ts";
import { messagesIdDelete } from "./messages-id.delete.ts";
import { messagesIdGet } from "./messages-id.get.ts";
import { navigationViewsPost } from "./navigation_views.post.ts";
import { realmDomainsPost } from "./realm.domains.post.ts";
import { realmLinkifiersGet } from "./realm.linkifiers.get.ts";
import { realmPresenceGet } from "./realm.presence.get.ts";
import { registerPost } from "./register.post.ts";
import { removeClientDevicePost } from "./remove_client_device.post.ts";
import { serverSettingsGet } from "./server_settings.get.ts";
import type { Op } from "./step.ts";
import { typingPost } from "./typing.post.ts";
import { userGroupsCreatePost } from "./user_groups.create.post.ts";
import { userGroupsIdMembersPost } from "./user_groups-id.members.post.ts";
import { userTopicsPost } from "./user_topics.post.ts";
import { usersMeProfileDataPatch } from "./users.me.profile_data.patch.ts";

/** Every kind of step by its name: the stem of its file. */
export const steps: ReadonlyMap<string, Op> = new Map<string, Op>([
  ["messages.post", messagesPost],
  ["messages.get", messagesGet],
  ["messages.matches_narrow.get", messagesMatchesNarrowGet],
  ["messages-id.get", messagesIdGet],
  ["messages-id.delete", messagesIdDelete],
  ["typing.post", typingPost],
  ["user_topics.post", userTopicsPost],
  ["channel_folders.create.post", channelFoldersCreatePost],
  ["channel_folders-id.patch", channelFoldersIdPatch],
  ["user_groups.create.post", userGroupsCreatePost],
  ["user_groups-id.members.post", userGroupsIdMembersPost],
  ["users.me.profile_data.patch", usersMeProfileDataPatch],
  ["navigation_views.post", navigationViewsPost],
  ["realm.domains.post", realmDomainsPost],
  ["realm.linkifiers.get", realmLinkifiersGet],
  ["realm.presence.get", realmPresenceGet],
  ["events.delete", eventsDelete],
  ["remove_client_device.post", removeClientDevicePost],
  ["calls.vc.create.post", callsVcCreatePost],
  ["fetch_api_key.post", fetchApiKeyPost],
  ["server_settings.get", serverSettingsGet],
  ["register.post", registerPost],
  ["events.get", eventsGet],
  ["actions", actions],
]);
