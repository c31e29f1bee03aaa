import type { FolderId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Folder } from "../../core/organization.ts";
import { unprintableAt } from "../../core/printable.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";

/** Whether a folder keeps its name from others. @silent rulings.folderNames */
function holdsName(realm: Realm, folder: Folder): boolean {
  const { folderNames } = realm.server.rulings;
  if (folderNames === "active" && has(realm, "archivedFolderNames")) return !folder.is_archived;
  return folderNames !== "none";
}

/** Capitals play no part, nor does the folder that is to have the name. @refuses BAD_REQUEST: another folder has it */
export function checkFolderNameIsFree(realm: Realm, name: string, own?: FolderId): void {
  const folded = name.toLowerCase();
  for (const folder of realm.folders.values()) {
    const taken = folder.id !== own && folder.name.toLowerCase() === folded && holdsName(realm, folder);
    if (taken) refuse("Channel folder name already in use");
  }
}

/** @refuses BAD_REQUEST: blank, with a character that names must not have, or taken */
export function checkFolderName(realm: Realm, name: string, own?: FolderId): void {
  if (name.trim() === "") refuse("Channel folder name can't be empty.");
  const position = unprintableAt(name);
  if (position !== undefined) refuse(`Invalid character in channel folder name, at position ${position}.`);
  checkFolderNameIsFree(realm, name, own);
}
