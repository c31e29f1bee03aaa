import { announceFolderOrder } from "../events/channel_folder.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { ordered } from "../rules/organization/order.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * PATCH /channel_folders: the order of the folders, the archived ones too.
 * @spec    Resources and their fields > Channel folder; Events
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a folder is missing in the list
 */
export const reorderFolders = writes({
  route: "PATCH /channel_folders",
  since: "folderOrder",
  params: { order: required(json(listOf(anInteger))) },
  allow: administratorsOnly,
  rules: ({ realm, params }) => ordered(realm.folders.values(), params.order),
  effect: ({ turn, params: { order }, found: folders }) => {
    for (const folder of folders) turn.world.folders.set(folder.id, folder);
    announceFolderOrder(turn, order);
    return {};
  },
});
