import { type Body, prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { boundOf, ifTold, recordsWith } from "./registration.ts";
import type { Outgoing, Reply } from "./target.ts";

/** Returns the folder of an id in a list, empty where a registration shows none. @throws Untestable: it was archived, and is not told */
export async function foldersOf(actor: Actor, id: number): Promise<readonly Body[]> {
  const folders = await recordsWith(actor, "channel_folders", "id", id);
  const isArchiving = ({ path, fields }: Outgoing): boolean => path === `/channel_folders/${id}` && fields.is_archived === true;
  if (folders.length === 0 && actor.session.hasDone(isArchiving)) actor.session.needsObserved("archived folders in a registration");
  return folders;
}

/** Returns a folder as a registration shows it. @throws Differs: it shows none with the id; Unprepared: it shows no folders at all */
export const shownFolder = async (actor: Actor, id: number): Promise<Body> =>
  actor.expect.first(await foldersOf(actor, id), `the folder ${id} in a registration`);

/** Names of this length are within the bound of servers that tell none. */
const shortFolderName = 40;

/** Returns the bound of names of folders in code points: that which the server tells, or else one that hardly any is below. */
export const folderNameBound = async (actor: Actor): Promise<number> =>
  (await ifTold(boundOf(actor, "max_channel_folder_name_length"))) ?? shortFolderName;

/** Creates a folder, with a fresh name unless it is given. Returns its id. @throws Unprepared: it is refused */
export async function createFolder(actor: Actor, fields: Body = {}): Promise<number> {
  const body = await actor.prepare("POST /channel_folders/create", { name: actor.session.fresh("f"), description: "", ...fields });
  return prepared.integer(body.channel_folder_id, "channel_folder_id in the answer to POST /channel_folders/create");
}

/** Sends a change of a folder. */
export const changeFolder = (actor: Actor, id: number, fields: Body): Promise<Reply> => actor.send(`PATCH /channel_folders/${id}`, fields);
