import { clausesOf, since } from "../../declare/clause.ts";

const update = clausesOf("Endpoints > PATCH /channel_folders/{channel_folder_id}", "channel_folders-id.patch", {
  name: "A name that is given becomes the folder's name; the rest stays.",
  "name-non-empty": "The empty name is refused.",
  "name-bound": { says: "A name may be as long as max_channel_folder_name_length, not longer.", since: 410 },
  "name-capitals": { says: "Whether a folder may get its own name in other capitals is left open.", silent: "folderCapitals" },
  description: "A description that is given becomes the folder's description; the rest stays.",
  "description-bound": {
    says: "A description may be as long as max_channel_folder_description_length, not longer.",
    since: 410,
  },
  "is-archived": "is_archived true archives the folder, false unarchives it; the rest stays.",
  "all-optional": "No parameter is required.",
  together: "All parameters may be given at once, and all take effect.",
  administrators: "Only administrators change folders; an owner counts as one.",
  "unknown-id": "An id of no folder is refused with BAD_REQUEST.",
  "no-trace": "A change that is refused leaves the folder as it was.",
});

export const clauses = since(389, update);
