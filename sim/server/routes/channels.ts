import type { Endpoint } from "../../protocol/endpoint.ts";
import { updateChannel } from "../../support/channel-changes.ts";
import {
  addDefaultChannel,
  createChannel,
  deleteChannel,
  getChannel,
  getChannelId,
  getChannels,
  getEmailAddress,
  getMembers,
  removeDefaultChannel,
} from "../../support/channels.ts";
import { setEditTyping } from "../../support/message-edits.ts";
import { changeMutedTopics } from "../../support/muting.ts";
import {
  changeSubscription,
  changeSubscriptions,
  getChannelsOf,
  getSubscription,
  getSubscriptions,
  setProperties,
  subscribe,
  unsubscribe,
} from "../../support/subscriptions.ts";
import { deleteTopic, getTopics } from "../../support/topics.ts";

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
  changeSubscription,
  changeMutedTopics,
  getTopics,
  getSubscription,
  getChannelsOf,
  setEditTyping,
];
