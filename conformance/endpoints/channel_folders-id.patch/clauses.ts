import { absent, given, leaves, like, refused, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const update = clausesOf("Endpoints > PATCH /channel_folders/{channel_folder_id}", "channel_folders-id.patch", {
  name: {
    says: "A name that is given becomes the folder's name; the rest stays.",
    about: [taken({ name: given }), leaves("Channel folder.name", { name: given }), leaves(/channel_folder/, { name: given })],
  },
  "name-capitals": {
    about: [refused({ name: like(/[A-Z]/) }, { weight: -1 }), taken({ name: like(/[A-Z]/) }, { weight: -1 })],
    says: "Whether a folder may get its own name in other capitals is left open.",
    silent: "folderCapitals",
  },
  description: {
    says: "A description that is given becomes the folder's description; the rest stays.",
    about: [
      taken({ description: given }),
      leaves("Channel folder.description", { description: given }),
      leaves(/channel_folder/, { description: given }),
    ],
  },
  "is-archived": {
    says: "is_archived true archives the folder, false unarchives it; the rest stays.",
    about: [
      taken({ is_archived: given }),
      leaves("Channel folder.is_archived", { is_archived: given }),
      leaves(/channel_folder/, { is_archived: given }),
    ],
  },
  "all-optional": { says: "No parameter is required.", about: taken({ name: absent, description: absent, is_archived: absent }) },
});

export const clauses = since(389, update);
