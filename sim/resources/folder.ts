import { has } from "../core/levels.ts";
import type { Folder } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";

/** A channel folder as clients read it. */
export const folderRecord = (realm: Realm, folder: Folder) => ({
  id: folder.id,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.rendered_description,
  creator_id: folder.creator_id,
  date_created: folder.date_created,
  is_archived: folder.is_archived,
  ...(has(realm, "folderOrder") && { order: folder.order }),
});

/** The folders of the organization in their order, the archived ones too. */
export const folderRecords = (realm: Realm) =>
  [...realm.folders.values()].sort((a, b) => a.order - b.order || a.id - b.id).map((folder) => folderRecord(realm, folder));
