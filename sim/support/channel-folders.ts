import { announceFolderOrder } from "../events/channel.ts";
import { anyone, reads, writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { boolean, json, optional, required } from "../protocol/params.ts";
import { folderRecords } from "../resources/channel.ts";
import { ordered } from "../rules/organization/additions.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

/**
 * GET /channel_folders: the folders of the organization in their order.
 * @spec    Resources and their fields > Channel folder
 * @reply   channel_folders
 */
export const getFolders = reads({
  route: "GET /channel_folders",
  since: "channelFolders",
  params: { include_archived: optional(boolean, { fallback: false }) },
  allow: anyone,
  reply: ({ realm, params }) => ({
    channel_folders: folderRecords(realm).filter(({ is_archived }) => params.include_archived || !is_archived),
  }),
});

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
