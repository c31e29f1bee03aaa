import type { Endpoint } from "../../protocol/endpoint.ts";
import { createBigBlueButtonCall, createConstructorCall, createNextcloudCall, createZoomCall } from "../../support/calls.ts";
import { getFolders, reorderFolders } from "../../support/channel-folders.ts";
import { getDomains, removeDomain, updateDomain } from "../../support/domains.ts";
import { deleteEmoji, getEmoji, uploadEmoji } from "../../support/emoji.ts";
import { exportRealm, getExportConsents, getExports, removeExport } from "../../support/exports.ts";
import { createLinkifier, deleteLinkifier, reorderLinkifiers, updateLinkifier } from "../../support/linkifiers.ts";
import { getViews, removeView, updateView } from "../../support/navigation-views.ts";
import { createPlayground, deletePlayground } from "../../support/playgrounds.ts";
import { createField, deleteField, getFields, removeProfile, reorderFields, updateField } from "../../support/profile-fields.ts";
import { testWelcomeText, updateRealm } from "../../support/realm.ts";
import { updateDefaults } from "../../support/settings.ts";
import {
  deleteGroup,
  endGroup,
  getGroups,
  getMembers,
  getSubgroups,
  isMember,
  updateGroup,
  updateSubgroups,
} from "../../support/user-groups.ts";

/** Routes for what the organization has set up: groups, folders, views, domains, linkifiers, emoji, profile fields and its settings. */
export const organization: readonly Endpoint[] = [
  getGroups,
  updateGroup,
  deleteGroup,
  endGroup,
  getMembers,
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
