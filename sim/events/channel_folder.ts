import type { FolderId } from "../core/ids.ts";
import type { Folder } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { folderRecord } from "../resources/folder.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

/** What one event tells of a folder: the fields that changed together. */
export type FolderChange = Partial<Pick<Folder, "name" | "description" | "rendered_description" | "is_archived">>;

type ChannelFolderEvent =
  | { readonly op: "add"; readonly channel_folder: ReturnType<typeof folderRecord> }
  | { readonly op: "update"; readonly channel_folder_id: FolderId; readonly data: FolderChange }
  | { readonly op: "reorder"; readonly order: readonly number[] };

const send = (turn: Turn, event: () => ChannelFolderEvent): void => deliver(turn, activeUsers(turn.world), "channel_folder", event);

/** Sends `channel_folder` of a new folder to everyone. */
export const announceFolder = (turn: Turn, folder: Folder): void =>
  send(turn, () => ({ op: "add", channel_folder: folderRecord(turn.world, folder) }));

/** Sends `channel_folder` of changed fields to everyone. */
export const announceFolderChange = (turn: Turn, { id }: Folder, data: FolderChange): void =>
  send(turn, () => ({ op: "update", channel_folder_id: id, data }));

/** Sends `channel_folder` of the new order, the ids of all folders, to everyone. Since level 414. */
export const announceFolderOrder = (turn: Turn, order: readonly number[]): void => send(turn, () => ({ op: "reorder", order }));
