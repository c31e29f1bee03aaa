import { inSuccess, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const creating = onRoute("POST /channel_folders/create");

/** Faults of POST /channel_folders/create. */
export const mutants: readonly Mutant[] = [
  creating(
    "folder-empty-description-refused",
    "channel_folders.create.post/description-empty",
    "A folder's description must not be empty.",
    {
      instead: refusing((request) => request.field("description") === ""),
    },
  ),
  creating(
    "folder-id-of-another",
    ["channel_folders.create.post/channel-folder-id", "folder/id"],
    "The id told is not that of the new folder.",
    {
      answer: inSuccess((body) => void (body.channel_folder_id = Number(body.channel_folder_id) - 1)),
    },
  ),
  creating(
    "folder-id-of-the-first",
    ["channel_folders.create.post/channel-folder-id", "folder/id"],
    "Every new folder is answered with the id of the first that was made.",
    {
      answer: inSuccess((body, { memory }) => {
        if (!memory.has("first")) memory.set("first", body.channel_folder_id);
        body.channel_folder_id = memory.get("first");
      }),
    },
  ),
];
