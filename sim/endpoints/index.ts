import type { Endpoint } from "../protocol/endpoint.ts";
import { createCall } from "./calls.vc.create.post.ts";
import { createFolder } from "./channel_folders.create.post.ts";
import { updateFolder } from "./channel_folders-id.patch.ts";
import { deleteQueue } from "./events.delete.ts";
import { fetchApiKey } from "./fetch_api_key.post.ts";
import { getMessages } from "./messages.get.ts";
import { matchNarrow } from "./messages.matches_narrow.get.ts";
import { sendMessage } from "./messages.post.ts";
import { deleteMessage } from "./messages-id.delete.ts";
import { getMessage } from "./messages-id.get.ts";
import { addView } from "./navigation_views.post.ts";
import { addDomain } from "./realm.domains.post.ts";
import { getLinkifiers } from "./realm.linkifiers.get.ts";
import { getPresence } from "./realm.presence.get.ts";
import { removeDevice } from "./remove_client_device.post.ts";
import { getServerSettings } from "./server_settings.get.ts";
import { setTyping } from "./typing.post.ts";
import { createGroup } from "./user_groups.create.post.ts";
import { updateMembers } from "./user_groups-id.members.post.ts";
import { setTopicPolicy } from "./user_topics.post.ts";
import { updateProfile } from "./users.me.profile_data.patch.ts";

/** The endpoints of the specification. */
export const endpoints: readonly Endpoint[] = [
  getServerSettings,
  fetchApiKey,
  getMessages,
  sendMessage,
  getMessage,
  deleteMessage,
  matchNarrow,
  setTyping,
  setTopicPolicy,
  createFolder,
  updateFolder,
  createGroup,
  updateMembers,
  updateProfile,
  addView,
  addDomain,
  getLinkifiers,
  getPresence,
  deleteQueue,
  createCall,
  removeDevice,
];
