import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const creating = onRoute("POST /channel_folders/create", "channel_folders.create.post");

export const mutants: readonly Mutant[] = [
  creating("folder-empty-description-refused", "description-empty")
    .says("A folder's description must not be empty.")
    .refuses((request) => request.field("description") === ""),
  creating("folder-id-of-another", ["channel-folder-id", "folder/id"])
    .says("The id told is not that of the new folder.")
    .tells("channel_folder_id", (id) => Number(id) - 1),
  creating("folder-id-of-the-first", ["channel-folder-id", "folder/id"])
    .says("Every new folder is answered with the id of the first that was made.")
    .tells("channel_folder_id", (id, request) => request.first("first", id)),
];
