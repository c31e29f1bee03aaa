import type { Endpoint } from "../../protocol/endpoint.ts";
import { createChannel } from "../../support/channels.create.post.ts";
import { removeDefaultChannel } from "../../support/default_streams.delete.ts";
import { addDefaultChannel } from "../../support/default_streams.post.ts";
import { getChannelId } from "../../support/get_stream_id.get.ts";
import { setEditTyping } from "../../support/message-edits.ts";
import { changeMutedTopics } from "../../support/muting.ts";
import { getChannels } from "../../support/streams.get.ts";
import { deleteChannel } from "../../support/streams-id.delete.ts";
import { deleteTopic } from "../../support/streams-id.delete_topic.post.ts";
import { getEmailAddress } from "../../support/streams-id.email_address.get.ts";
import { getChannel } from "../../support/streams-id.get.ts";
import { getMembers } from "../../support/streams-id.members.get.ts";
import { updateChannel } from "../../support/streams-id.patch.ts";
import { unsubscribe } from "../../support/users.me.subscriptions.delete.ts";
import { getSubscriptions } from "../../support/users.me.subscriptions.get.ts";
import { changeSubscriptions } from "../../support/users.me.subscriptions.patch.ts";
import { subscribe } from "../../support/users.me.subscriptions.post.ts";
import { setProperties } from "../../support/users.me.subscriptions.properties.post.ts";
import { getTopics } from "../../support/users.me-id.topics.get.ts";
import { getSubscription } from "../../support/users-id.subscriptions-id.get.ts";

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
