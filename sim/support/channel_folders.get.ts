import { anyone, reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { folderRecords } from "../resources/folder.ts";

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
