import type { Endpoint } from "../../protocol/endpoint.ts";
import { addAlertWords, getAlertWords, removeAlertWords } from "../../support/alert-words.ts";
import { devFetchApiKey } from "../../support/dev_fetch_api_key.post.ts";
import { devListUsers } from "../../support/dev_list_users.get.ts";
import { addDrafts, deleteDraft, getDrafts, updateDraft } from "../../support/drafts.ts";
import { registerClientDevice } from "../../support/register_client_device.post.ts";
import { addMessageReminder, deleteReminder, getReminders } from "../../support/reminders.ts";
import { addSnippet, deleteSnippet, getSnippets, updateSnippet } from "../../support/saved-snippets.ts";
import { deleteScheduled, getScheduled, scheduleMessage, updateScheduled } from "../../support/scheduled-messages.ts";
import { updateSettings } from "../../support/settings.patch.ts";
import { getUsers } from "../../support/users.get.ts";
import { regenerateApiKey } from "../../support/users.me.api_key.regenerate.post.ts";
import { deleteAvatar } from "../../support/users.me.avatar.delete.ts";
import { deactivateOwnUser } from "../../support/users.me.delete.ts";
import { getOwnUser } from "../../support/users.me.get.ts";
import { removeMutedUser } from "../../support/users.me.muted_users-id.delete.ts";
import { addMutedUser } from "../../support/users.me.muted_users-id.post.ts";
import { updatePresence } from "../../support/users.me.presence.post.ts";
import { updateStatus, updateStatusOfOther } from "../../support/users.me.status.post.ts";
import { addUser } from "../../support/users.post.ts";
import { getUserByAddress } from "../../support/users-email.get.ts";
import { deactivateUser } from "../../support/users-id.delete.ts";
import { getUser } from "../../support/users-id.get.ts";
import { updateUser, updateUserByAddress } from "../../support/users-id.patch.ts";
import { getUserPresence, getUserPresenceByAddress } from "../../support/users-id.presence.get.ts";
import { reactivateUser } from "../../support/users-id.reactivate.post.ts";
import { getStatus } from "../../support/users-id.status.get.ts";

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
