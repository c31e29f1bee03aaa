import type { FolderId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Folder } from "../core/organization.ts";
import { announceFolder } from "../events/channel.ts";
import { writes } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { folderName } from "../requests/channels.ts";
import { renderedText } from "../resources/content.ts";
import { checkFolderName } from "../rules/channels/new-channel.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

/**
 * POST /channel_folders/create: a new folder, after all others in order.
 * @spec    Endpoints > POST /channel_folders/create; Resources and their fields > Channel folder
 * @reply   channel_folder_id
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: name blank, too long or taken, description too long
 */
export const createFolder = writes({
  route: "POST /channel_folders/create",
  since: "channelFolders",
  params: {
    description: required(text({ max: limits.folderDescriptionLength })),
    name: required(folderName),
  },
  allow: administratorsOnly,
  rules: ({ realm, params }) => checkFolderName(realm, params.name),
  effect: ({ turn, caller, params: { name, description } }) => {
    const id = turn.nextId("folder") as FolderId;
    const folder: Folder = {
      id,
      name,
      description,
      rendered_description: renderedText(turn.world, caller, description),
      creator_id: caller.id,
      date_created: turn.seconds,
      is_archived: false,
      order: id,
    };
    turn.world.folders.set(id, folder);
    announceFolder(turn, folder);
    return { channel_folder_id: id };
  },
});
