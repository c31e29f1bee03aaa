import { succeeded, typed } from "../expect.ts";
import type { Actor, Session } from "./session.ts";
import { type Row, toldRows } from "./stage-told.ts";
import { Differs } from "./verdict.ts";

export const folders = (actor: Actor): Promise<readonly Row[]> => toldRows(actor, "channel_folders");

/** A folder as a registration shows it. @throws Differs: it does not */
export async function folderOf(actor: Actor, id: number): Promise<Row> {
  const folder = (await folders(actor)).find((each) => each.id === id);
  if (!folder) throw new Differs(`the folder ${id} is not among those that a registration shows`);
  return folder;
}

/** Creates a folder, with a fresh name unless it is given. Gives its id. */
export async function createFolder(session: Session, actor: Actor, fields: Row = {}): Promise<number> {
  const reply = await actor.send("POST /channel_folders/create", { name: session.fresh("f"), description: "", ...fields });
  const { channel_folder_id } = succeeded(reply, "creating a channel folder");
  typed(channel_folder_id, "integer", "channel_folder_id");
  return Number(channel_folder_id);
}

export const changeFolder = (actor: Actor, id: number, fields: Row) => actor.send(`PATCH /channel_folders/${id}`, fields);
