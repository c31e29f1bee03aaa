import type { Endpoint } from "../../protocol/endpoint.ts";
import { addAlertWords, getAlertWords, removeAlertWords } from "../../support/alert-words.ts";
import { addDrafts, deleteDraft, getDrafts, updateDraft } from "../../support/drafts.ts";
import { devFetchApiKey, devListUsers, fetchKeyByToken, regenerateApiKey, registerClientDevice } from "../../support/login.ts";
import { addMutedUser, removeMutedUser } from "../../support/muting.ts";
import { getUserPresence, getUserPresenceByAddress, updatePresence } from "../../support/presence.ts";
import { addApnsToken, addFcmToken, removeApnsToken, removeFcmToken, testEncryptedPush, testPush } from "../../support/push.ts";
import { addMessageReminder, deleteReminder, getReminders } from "../../support/reminders.ts";
import { addSnippet, deleteSnippet, getSnippets, updateSnippet } from "../../support/saved-snippets.ts";
import { deleteScheduled, getScheduled, scheduleMessage, updateScheduled } from "../../support/scheduled-messages.ts";
import { updateDisplay, updateNotifications, updateSettings } from "../../support/settings.ts";
import { getStatus, updateStatus, updateStatusOfOther } from "../../support/status.ts";
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
} from "../../support/users.ts";

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
