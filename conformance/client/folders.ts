import { type Body, prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { boundOf, ifTold, recordsWith } from "./registration.ts";
import type { Reply } from "./target.ts";

/** Returns a folder as a registration shows it. @throws Differs: it shows none with the id; Unprepared: it shows no folders at all */
export const shownFolder = async (actor: Actor, id: number): Promise<Body> =>
  actor.expect.first(await recordsWith(actor, "channel_folders", "id", id), `the folder ${id} in a registration`);

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
