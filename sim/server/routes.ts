import { type Endpoint, outside } from "../protocol/endpoint.ts";
import { addAlertWords, getAlertWords, removeAlertWords } from "../support/alert-words.ts";
import { getStorage, removeStorage, updateStorage } from "../support/bot-storage.ts";
import { addBot, deactivateBot, getBotKey, getBots, regenerateBotKey, updateBot } from "../support/bots.ts";
import { createBigBlueButtonCall, createConstructorCall, createNextcloudCall, createZoomCall } from "../support/calls.ts";
import { updateChannel } from "../support/channel-changes.ts";
import {
  addDefaultChannel,
  createChannel,
  deleteChannel,
  getChannel,
  getChannelId,
  getChannels,
  getEmailAddress,
  getFolders,
  getSubscribers,
  removeDefaultChannel,
  reorderFolders,
} from "../support/channels.ts";
import { getDomains, removeDomain, updateDomain } from "../support/domains.ts";
import { addDrafts, deleteDraft, getDrafts, updateDraft } from "../support/drafts.ts";
import { deleteEmoji, getEmoji, uploadEmoji } from "../support/emoji.ts";
import { getEvents, register } from "../support/event-queues.ts";
import { exportRealm, getExportConsents, getExports, removeExport } from "../support/exports.ts";
import { markAll, markChannel, markTopic, updateFlags, updateFlagsInNarrow } from "../support/flags.ts";
import { addInviteLink, getInvites, resendInvite, revokeInvite, revokeInviteLink, sendInvites } from "../support/invitations.ts";
import { createLinkifier, deleteLinkifier, reorderLinkifiers, updateLinkifier } from "../support/linkifiers.ts";
import { devFetchApiKey, devListUsers, fetchKeyByToken, regenerateApiKey, registerClientDevice } from "../support/login.ts";
import { editMessage, getHistory, setEditTyping } from "../support/message-edits.ts";
import { attachSubmessage, getReadReceipts, renderMessage, reportToModerators } from "../support/messages.ts";
import { addMutedUser, changeMutedTopics, removeMutedUser } from "../support/muting.ts";
import { getViews, removeView, updateView } from "../support/navigation-views.ts";
import { createPlayground, deletePlayground } from "../support/playgrounds.ts";
import { getUserPresence, getUserPresenceByAddress, updatePresence } from "../support/presence.ts";
import { createField, deleteField, getFields, removeProfile, reorderFields, updateField } from "../support/profile-fields.ts";
import { addApnsToken, addFcmToken, removeApnsToken, removeFcmToken, testEncryptedPush, testPush } from "../support/push.ts";
import { addReaction, removeReaction } from "../support/reactions.ts";
import { testWelcomeText, updateRealm } from "../support/realm.ts";
import { addMessageReminder, deleteReminder, getReminders } from "../support/reminders.ts";
import { addSnippet, deleteSnippet, getSnippets, updateSnippet } from "../support/saved-snippets.ts";
import { deleteScheduled, getScheduled, scheduleMessage, updateScheduled } from "../support/scheduled-messages.ts";
import { updateDefaults, updateDisplay, updateNotifications, updateSettings } from "../support/settings.ts";
import { getStatus, updateStatus, updateStatusOfOther } from "../support/status.ts";
import {
  changeSubscription,
  changeSubscriptions,
  getChannelsOf,
  getSubscription,
  getSubscriptions,
  setProperties,
  subscribe,
  unsubscribe,
} from "../support/subscriptions.ts";
import { deleteTopic, getTopics } from "../support/topics.ts";
import { deleteAttachment, getAttachments, getFileAddress, getThumbnailStatus, uploadFile } from "../support/uploads.ts";
import {
  deleteGroup,
  endGroup,
  getGroupMembers,
  getGroups,
  getSubgroups,
  isMember,
  updateGroup,
  updateSubgroups,
} from "../support/user-groups.ts";
import {
  addUser,
  deactivateOwnUser,
  deactivateUser,
  deleteAvatar,
  getOwnUser,
  getUser,
  getUserByAddress,
  getUsers,
  reactivateUser,
  updateUser,
  updateUserByAddress,
  uploadAvatar,
} from "../support/users.ts";

/** Routes that servers have beside those that are simulated. A client that asks for one is told so, and `--log` counts it. */
export const notSimulated: readonly string[] = [
  "POST /default_stream_groups/create",
  "PATCH /default_stream_groups/{group_id}",
  "DELETE /default_stream_groups/{group_id}",
  "PATCH /default_stream_groups/{group_id}/streams",
  "GET /messages/summary",
  "POST /mobile_push/register",
  "POST /realm/deactivate",
  "POST /realm/icon",
  "DELETE /realm/icon",
  "POST /realm/logo",
  "DELETE /realm/logo",
  "POST /remotes/push/e2ee/register",
  "POST /users/me/onboarding_steps",
  "POST /zcommand",
];

/** Bots: accounts of programs, which belong to people. */
const bots: readonly Endpoint[] = [getBots, addBot, updateBot, deactivateBot, getBotKey, regenerateBotKey];

/** Channels, subscriptions and topics. The order of one path's methods is that in which a 405 lists them. */
const channels: readonly Endpoint[] = [
  getChannels,
  getChannel,
  updateChannel,
  deleteChannel,
  getSubscribers,
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

/** Invitations to the organization. */
const invites: readonly Endpoint[] = [getInvites, sendInvites, addInviteLink, revokeInvite, revokeInviteLink, resendInvite];

/** Routes for what people do with messages once they are there: react, flag, read, vote. */
const messages: readonly Endpoint[] = [
  addReaction,
  removeReaction,
  updateFlags,
  updateFlagsInNarrow,
  markAll,
  markChannel,
  markTopic,
  renderMessage,
  getReadReceipts,
  attachSubmessage,
  reportToModerators,
];

/** Routes for what the organization has set up: groups, folders, views, domains, linkifiers, emoji, profile fields and its settings. */
const organization: readonly Endpoint[] = [
  getGroups,
  updateGroup,
  deleteGroup,
  endGroup,
  getGroupMembers,
  isMember,
  getSubgroups,
  updateSubgroups,
  getFolders,
  reorderFolders,
  getViews,
  updateView,
  removeView,
  getDomains,
  updateDomain,
  removeDomain,
  createLinkifier,
  updateLinkifier,
  deleteLinkifier,
  reorderLinkifiers,
  createPlayground,
  deletePlayground,
  getEmoji,
  uploadEmoji,
  deleteEmoji,
  getFields,
  createField,
  reorderFields,
  updateField,
  deleteField,
  removeProfile,
  updateRealm,
  updateDefaults,
  testWelcomeText,
  createZoomCall,
  createBigBlueButtonCall,
  createNextcloudCall,
  createConstructorCall,
  exportRealm,
  getExports,
  removeExport,
  getExportConsents,
];

/** People: their accounts, what they say of themselves and what belongs to one of them alone. */
const people: readonly Endpoint[] = [
  getOwnUser,
  getUsers,
  getUser,
  getUserByAddress,
  addUser,
  updateUser,
  updateUserByAddress,
  deactivateUser,
  reactivateUser,
  deactivateOwnUser,
  getStatus,
  updateStatus,
  updateStatusOfOther,
  updatePresence,
  getUserPresence,
  getUserPresenceByAddress,
  addMutedUser,
  removeMutedUser,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  updateSettings,
  updateDisplay,
  updateNotifications,
  registerClientDevice,
  uploadAvatar,
  deleteAvatar,
  addApnsToken,
  removeApnsToken,
  addFcmToken,
  removeFcmToken,
  testPush,
  testEncryptedPush,
  devFetchApiKey,
  devListUsers,
  fetchKeyByToken,
  regenerateApiKey,
  getDrafts,
  addDrafts,
  updateDraft,
  deleteDraft,
  getSnippets,
  addSnippet,
  updateSnippet,
  deleteSnippet,
  getScheduled,
  scheduleMessage,
  updateScheduled,
  deleteScheduled,
  getReminders,
  addMessageReminder,
  deleteReminder,
];

/** Files that messages link to. */
const uploads: readonly Endpoint[] = [uploadFile, getFileAddress, getThumbnailStatus, getAttachments, deleteAttachment];

/** Routes that real clients also call, outside the specification. */
export const support: readonly Endpoint[] = [
  ...channels,
  ...people,
  ...bots,
  ...invites,
  ...organization,
  ...messages,
  ...uploads,
  editMessage,
  getStorage,
  updateStorage,
  removeStorage,
  getEvents,
  getHistory,
  register,
].map(outside);
