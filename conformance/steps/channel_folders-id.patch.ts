import fc from "fast-check";
import { folderDescription, folderName } from "./channel_folders.create.post.ts";
import { fields, made, mostly, rarely, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";

export const channelFoldersIdPatch: Op = {
  route: "PATCH /channel_folders/{channel_folder_id}",
  about: ["channel_folders-id.patch/", "folder/", "states.folder/"],
  weight: () => 2,
  by: ({ administrators }) => administrators,
  draw: ({ known }) =>
    fields({
      channel_folder_id: mostly([20, made("folder")], [1, 0]),
      name: rarely(folderName, 3),
      description: rarely(folderDescription(known), 3),
      is_archived: mostly([3, true], [2, false], [3, undefined], [1, "yes"]),
      order: rarely(fc.constant(3), 40),
      colour: unsupported,
    }),
  tell: (given, say) => `changes ${say(given.channel_folder_id)}${rest(given, ["channel_folder_id"], say)}`,
};
