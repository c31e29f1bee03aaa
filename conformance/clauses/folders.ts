import { clausesOf } from "../clause.ts";
import { since } from "./since.ts";

const resource = clausesOf("Resources and their fields > Channel folder", "folder", {
  id: "A folder gets an integer id of its own when it is created.",
  name: "The name of a folder is the text that was given.",
  description: "The description of a folder is the text that was given, or empty.",
  "is-archived": "Whether a folder is archived is a boolean; a new folder is not.",
  "names-apart": {
    says: "Whether folders may share a name is left open.",
    silent: "folderNames",
  },
});

const states = clausesOf("States and transitions > Channel folder", "states.folder", {
  archive: "PATCH with is_archived true makes a folder archived.",
  unarchive: "PATCH with is_archived false makes an archived folder active again.",
  "archive-administrators": "Only an administrator archives or unarchives a folder.",
  "archive-with-channels": {
    says: "The administrator is the only condition for archiving; channels in the folder do not stand in the way.",
    silent: "folderWithChannels",
  },
});

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

export const folders = since(389, [...resource, ...states, ...creation, ...update]);
