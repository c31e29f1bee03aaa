import type { Endpoint } from "../protocol/endpoint.ts";
import { getFolders } from "./channel_folders.get.ts";
import { reorderFolders } from "./channel_folders.patch.ts";
import { getExportConsents } from "./export.realm.consents.get.ts";
import { getExports } from "./export.realm.get.ts";
import { exportRealm } from "./export.realm.post.ts";
import { removeExport } from "./export.realm-id.delete.ts";
import { getViews } from "./navigation_views.get.ts";
import { removeView } from "./navigation_views-id.delete.ts";
import { updateView } from "./navigation_views-id.patch.ts";
import { getDomains } from "./realm.domains.get.ts";
import { removeDomain } from "./realm.domains-id.delete.ts";
import { updateDomain } from "./realm.domains-id.patch.ts";
import { getEmoji } from "./realm.emoji.get.ts";
import { deleteEmoji } from "./realm.emoji-id.delete.ts";
import { uploadEmoji } from "./realm.emoji-id.post.ts";
import { createLinkifier } from "./realm.filters.post.ts";
import { deleteLinkifier } from "./realm.filters-id.delete.ts";
import { updateLinkifier } from "./realm.filters-id.patch.ts";
import { reorderLinkifiers } from "./realm.linkifiers.patch.ts";
import { updateRealm } from "./realm.patch.ts";
import { createPlayground } from "./realm.playgrounds.post.ts";
import { deletePlayground } from "./realm.playgrounds-id.delete.ts";
import { getFields } from "./realm.profile_fields.get.ts";
import { reorderFields } from "./realm.profile_fields.patch.ts";
import { createField } from "./realm.profile_fields.post.ts";
import { deleteField } from "./realm.profile_fields-id.delete.ts";
import { updateField } from "./realm.profile_fields-id.patch.ts";
import { testWelcomeText } from "./realm.test_welcome_bot_custom_message.post.ts";
import { updateDefaults } from "./realm.user_settings_defaults.patch.ts";
import { getGroups } from "./user_groups.get.ts";
import { endGroup } from "./user_groups-id.deactivate.post.ts";
import { deleteGroup } from "./user_groups-id.delete.ts";
import { getMembers } from "./user_groups-id.members.get.ts";
import { isMember } from "./user_groups-id.members-id.get.ts";
import { updateGroup } from "./user_groups-id.patch.ts";
import { getSubgroups } from "./user_groups-id.subgroups.get.ts";
import { updateSubgroups } from "./user_groups-id.subgroups.post.ts";
import { removeProfile } from "./users.me.profile_data.delete.ts";

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
