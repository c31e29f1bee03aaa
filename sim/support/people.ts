import type { Endpoint } from "../protocol/endpoint.ts";
import { devFetchApiKey } from "./dev_fetch_api_key.post.ts";
import { devListUsers } from "./dev_list_users.get.ts";
import { getDrafts } from "./drafts.get.ts";
import { addDrafts } from "./drafts.post.ts";
import { deleteDraft } from "./drafts-id.delete.ts";
import { updateDraft } from "./drafts-id.patch.ts";
import { registerClientDevice } from "./register_client_device.post.ts";
import { getReminders } from "./reminders.get.ts";
import { addMessageReminder } from "./reminders.post.ts";
import { deleteReminder } from "./reminders-id.delete.ts";
import { getSnippets } from "./saved_snippets.get.ts";
import { addSnippet } from "./saved_snippets.post.ts";
import { deleteSnippet } from "./saved_snippets-id.delete.ts";
import { updateSnippet } from "./saved_snippets-id.patch.ts";
import { getScheduled } from "./scheduled_messages.get.ts";
import { scheduleMessage } from "./scheduled_messages.post.ts";
import { deleteScheduled } from "./scheduled_messages-id.delete.ts";
import { updateScheduled } from "./scheduled_messages-id.patch.ts";
import { updateSettings } from "./settings.patch.ts";
import { getUsers } from "./users.get.ts";
import { removeAlertWords } from "./users.me.alert_words.delete.ts";
import { getAlertWords } from "./users.me.alert_words.get.ts";
import { addAlertWords } from "./users.me.alert_words.post.ts";
import { regenerateApiKey } from "./users.me.api_key.regenerate.post.ts";
import { deleteAvatar } from "./users.me.avatar.delete.ts";
import { deactivateOwnUser } from "./users.me.delete.ts";
import { getOwnUser } from "./users.me.get.ts";
import { removeMutedUser } from "./users.me.muted_users-id.delete.ts";
import { addMutedUser } from "./users.me.muted_users-id.post.ts";
import { updatePresence } from "./users.me.presence.post.ts";
import { updateStatus, updateStatusOfOther } from "./users.me.status.post.ts";
import { addUser } from "./users.post.ts";
import { getUserByAddress } from "./users-email.get.ts";
import { deactivateUser } from "./users-id.delete.ts";
import { getUser } from "./users-id.get.ts";
import { updateUser, updateUserByAddress } from "./users-id.patch.ts";
import { getUserPresence, getUserPresenceByAddress } from "./users-id.presence.get.ts";
import { reactivateUser } from "./users-id.reactivate.post.ts";
import { getStatus } from "./users-id.status.get.ts";

/** People: their accounts, what they say of themselves and what belongs to one of them alone. */
export const people: readonly Endpoint[] = [
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
  registerClientDevice,
  deleteAvatar,
  devFetchApiKey,
  devListUsers,
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
