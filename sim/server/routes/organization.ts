import type { Endpoint } from "../../protocol/endpoint.ts";
import { getFolders, reorderFolders } from "../../support/channel-folders.ts";
import { getExportConsents } from "../../support/export.realm.consents.get.ts";
import { getExports } from "../../support/export.realm.get.ts";
import { exportRealm } from "../../support/export.realm.post.ts";
import { removeExport } from "../../support/export.realm-id.delete.ts";
import { getViews, removeView, updateView } from "../../support/navigation-views.ts";
import { getDomains } from "../../support/realm.domains.get.ts";
import { removeDomain } from "../../support/realm.domains-id.delete.ts";
import { updateDomain } from "../../support/realm.domains-id.patch.ts";
import { getEmoji } from "../../support/realm.emoji.get.ts";
import { deleteEmoji } from "../../support/realm.emoji-id.delete.ts";
import { uploadEmoji } from "../../support/realm.emoji-id.post.ts";
import { createLinkifier } from "../../support/realm.filters.post.ts";
import { deleteLinkifier } from "../../support/realm.filters-id.delete.ts";
import { updateLinkifier } from "../../support/realm.filters-id.patch.ts";
import { reorderLinkifiers } from "../../support/realm.linkifiers.patch.ts";
import { updateRealm } from "../../support/realm.patch.ts";
import { createPlayground } from "../../support/realm.playgrounds.post.ts";
import { deletePlayground } from "../../support/realm.playgrounds-id.delete.ts";
import { getFields } from "../../support/realm.profile_fields.get.ts";
import { reorderFields } from "../../support/realm.profile_fields.patch.ts";
import { createField } from "../../support/realm.profile_fields.post.ts";
import { deleteField } from "../../support/realm.profile_fields-id.delete.ts";
import { updateField } from "../../support/realm.profile_fields-id.patch.ts";
import { testWelcomeText } from "../../support/realm.test_welcome_bot_custom_message.post.ts";
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
import { removeProfile } from "../../support/users.me.profile_data.delete.ts";

/** What the organization has set up: groups, folders, views, domains, linkifiers, emoji, profile fields and its settings. */
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
  exportRealm,
  getExports,
  removeExport,
  getExportConsents,
];
