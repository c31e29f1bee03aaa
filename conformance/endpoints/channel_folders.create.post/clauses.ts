import { clausesOf, since } from "../../declare/clause.ts";

const creation = clausesOf("Endpoints > POST /channel_folders/create", "channel_folders.create.post", {
  succeeds: "An administrator who gives a name and a description creates a folder.",
  "channel-folder-id": "The answer has the new folder's id as the integer channel_folder_id.",
  administrators: "Only administrators create folders; an owner counts as one.",
  "code-unauthorized-principal": "A caller who is not an administrator is refused with UNAUTHORIZED_PRINCIPAL.",
  "name-required": "The name is required.",
  "name-non-empty": "The empty name is refused.",
  "name-bound": { says: "A name may be as long as max_channel_folder_name_length, not longer.", since: 410 },
  "description-required": "The description has to be in the request.",
  "description-empty": "The description may be the empty text.",
  "description-bound": {
    says: "A description may be as long as max_channel_folder_description_length, not longer.",
    since: 410,
  },
});

export const clauses = since(389, creation);
