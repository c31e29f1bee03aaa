import type { Endpoint } from "../protocol/endpoint.ts";
import { createChannel } from "./channels.create.post.ts";
import { removeDefaultChannel } from "./default_streams.delete.ts";
import { addDefaultChannel } from "./default_streams.post.ts";
import { getChannelId } from "./get_stream_id.get.ts";
import { setEditTyping } from "./messages-id.typing.post.ts";
import { getChannels } from "./streams.get.ts";
import { deleteChannel } from "./streams-id.delete.ts";
import { deleteTopic } from "./streams-id.delete_topic.post.ts";
import { getEmailAddress } from "./streams-id.email_address.get.ts";
import { getChannel } from "./streams-id.get.ts";
import { getMembers } from "./streams-id.members.get.ts";
import { updateChannel } from "./streams-id.patch.ts";
import { unsubscribe } from "./users.me.subscriptions.delete.ts";
import { getSubscriptions } from "./users.me.subscriptions.get.ts";
import { changeMutedTopics } from "./users.me.subscriptions.muted_topics.patch.ts";
import { changeSubscriptions } from "./users.me.subscriptions.patch.ts";
import { subscribe } from "./users.me.subscriptions.post.ts";
import { setProperties } from "./users.me.subscriptions.properties.post.ts";
import { getTopics } from "./users.me-id.topics.get.ts";
import { getSubscription } from "./users-id.subscriptions-id.get.ts";

/** Channels, subscriptions and topics. The order of one path's methods is that in which a 405 lists them. */
export const channels: readonly Endpoint[] = [
  getChannels,
  getChannel,
  updateChannel,
  deleteChannel,
  getMembers,
  getEmailAddress,
  deleteTopic,
  getChannelId,
  createChannel,
  addDefaultChannel,
  removeDefaultChannel,
  getSubscriptions,
  subscribe,
  changeSubscriptions,
  unsubscribe,
  setProperties,
  changeMutedTopics,
  getTopics,
  getSubscription,
  setEditTyping,
];
