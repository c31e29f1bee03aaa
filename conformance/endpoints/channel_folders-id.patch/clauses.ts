import { clausesOf, since } from "../../declare/clause.ts";

const update = clausesOf("Endpoints > PATCH /channel_folders/{channel_folder_id}", "channel_folders-id.patch", {
  name: "A name that is given becomes the folder's name; the rest stays.",
  "name-capitals": { says: "Whether a folder may get its own name in other capitals is left open.", silent: "folderCapitals" },
  description: "A description that is given becomes the folder's description; the rest stays.",
  "is-archived": "is_archived true archives the folder, false unarchives it; the rest stays.",
  "all-optional": "No parameter is required.",
});

export const clauses = since(389, update);
