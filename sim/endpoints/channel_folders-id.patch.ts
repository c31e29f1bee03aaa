import type { FolderId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Folder } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { announceFolderChange, type FolderChange } from "../events/channel.ts";
import { writesOnly } from "../protocol/endpoint.ts";
import { boolean, optional, text } from "../protocol/params.ts";
import { folderName } from "../requests/channels.ts";
import { renderedText } from "../resources/content.ts";
import { checkFolderName, checkFolderNameIsFree } from "../rules/channels/new-channel.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

/** Archived channels count. @silent rulings.folderWithChannels */
function checkArchiving(realm: Realm, folder: Folder): void {
  if (realm.server.rulings.folderWithChannels === "yes") return;
  for (const channel of realm.channels.values()) {
    if (channel.folder_id === folder.id) refuse("You need to remove all the channels from this folder to archive it.");
  }
}

/**
 * PATCH /channel_folders/{channel_folder_id}: changes what is given, all of it or nothing. What is so already is left alone.
 * @spec    Endpoints > PATCH /channel_folders/{channel_folder_id}; States and transitions > Channel folder
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown folder, name blank, too long or taken
 * @silent  rulings.folderNames, rulings.folderCapitals, rulings.folderWithChannels, rulings.unarchivedNames
 */
export const updateFolder = writesOnly({
  route: "PATCH /channel_folders/{channel_folder_id}",
  since: "channelFolders",
  params: {
    description: optional(text({ max: limits.folderDescriptionLength })),
    is_archived: optional(boolean),
    name: optional(folderName),
  },
  allow: administratorsOnly,
  rules: ({ realm, params, path }) => {
    const folder = realm.folders.get(path.channel_folder_id as FolderId) ?? refuse("Invalid channel folder ID");
    const name = params.name === folder.name ? undefined : params.name;
    const is_archived = params.is_archived === folder.is_archived ? undefined : params.is_archived;
    if (name !== undefined) checkFolderName(realm, name, realm.server.rulings.folderCapitals === "changeable" ? folder.id : undefined);
    if (is_archived === true) checkArchiving(realm, folder);
    const keepsName = name === undefined && realm.server.rulings.unarchivedNames === "observed";
    if (is_archived === false && keepsName) checkFolderNameIsFree(realm, folder.name, folder.id);
    const description = params.description === folder.description ? undefined : params.description;
    return { folder, name, description, is_archived };
  },
  effect: ({ turn, caller, found: { folder, name, description, is_archived } }) => {
    const changes: FolderChange[] = [];
    if (name !== undefined) changes.push({ name });
    if (description !== undefined) changes.push({ description, rendered_description: renderedText(turn.world, caller, description) });
    if (is_archived !== undefined) changes.push({ is_archived });
    turn.world.folders.set(folder.id, Object.assign({}, folder, ...changes));
    for (const change of changes) announceFolderChange(turn, folder, change);
  },
});
