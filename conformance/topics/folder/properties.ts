import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder, foldersOf, shownFolder } from "../../client/folders.ts";
import { administrator } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";

/** Every folder that is shown has the fields of a folder in their types, and an id of its own. */
export const fields = property({
  clause: ["folder/id", "folder/name", "folder/description", "folder/is-archived"],
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    await createFolder(dana, { description: "What it is for" });
    prepared.succeeded(await changeFolder(dana, await createFolder(dana), { is_archived: true }), "archiving a folder");
    const all = await foldersOf(session.as.alice);
    expect.each(all, "folder", ({ id, name, description, is_archived }) => {
      expect.integer(id, "the id of a folder");
      expect.holds(expect.text(name, "the name of a folder") !== "", `the folder ${id} has an empty name`);
      expect.text(description, "the description of a folder");
      expect.typed(is_archived, "boolean", "is_archived of a folder");
    });
    expect.same(new Set(all.map(({ id }) => id)).size, all.length, "the number of different ids of folders");
  },
});

/** Creates a second folder of a name. Returns whether it is there; otherwise the request was refused, and left none. */
async function createsAnother(dana: Actor, name: string): Promise<boolean> {
  const { expect } = dana;
  const named = async (): Promise<number> => (await recordsWith(dana, "channel_folders", "name", name)).length;
  const before = await named();
  const reply = await dana.send("POST /channel_folders/create", { name, description: "" });
  const isCreated = reply.body.result === "success";
  if (isCreated) expect.succeeded(reply, "a second folder of a name");
  else expect.declined(reply, "a second folder of a name");
  expect.same(await named(), before + Number(isCreated), "the number of folders of the name");
  return isCreated;
}

/** Whether a second folder gets the name of another: noted, not judged. */
export const sameName = property({
  clause: "folder/names-apart",
  async holds(session) {
    const [dana, name] = [administrator(session), session.fresh("f")];
    const id = await createFolder(dana, { name });
    await shownFolder(dana, id);
    if (await createsAnother(dana, name)) return session.chooses("folderNames", "none");
    session.expect.succeeded(await changeFolder(dana, id, { is_archived: true }), "archiving a folder");
    session.chooses("folderNames", (await createsAnother(dana, name)) ? "active" : "all");
  },
});

/** Tries a change whose outcome is left open. Returns whether it was made; otherwise it was refused, and changed nothing. */
async function isChanged(dana: Actor, id: number, field: "name" | "is_archived", change: Body): Promise<boolean> {
  const { expect } = dana;
  const before = await shownFolder(dana, id);
  const reply = await changeFolder(dana, id, change);
  const isMade = reply.body.result === "success";
  if (isMade) expect.succeeded(reply, `a change of ${field}`);
  else expect.declined(reply, `a change of ${field}`);
  expect.same((await shownFolder(dana, id))[field], (isMade ? change : before)[field], `${field} of the folder`);
  return isMade;
}

/** Whether a folder gets its own name in other capitals: noted, not judged. */
export const otherCapitals = property({
  clause: "channel_folders-id.patch/name-capitals",
  async holds(session) {
    const [dana, name] = [administrator(session), session.fresh("Folder")];
    const id = await createFolder(dana, { name });
    const isMade = await isChanged(dana, id, "name", { name: name.toUpperCase() });
    session.chooses("folderCapitals", isMade ? "changeable" : "fixed");
  },
});

/** Whether a folder that has channels can be archived: noted, not judged. */
export const archivedWithChannels = property({
  clause: "states.folder/archive-with-channels",
  async holds(session) {
    if (!session.target.steering) throw new Untestable("no specified endpoint puts a channel into a folder");
    const dana = administrator(session);
    const id = await createFolder(dana);
    const channel = session.fresh("c");
    await session.steering.act({ action: "create_channel", name: channel });
    await session.steering.act({ action: "set_channel", channel, property: "folder_id", value: id });
    const isMade = await isChanged(dana, id, "is_archived", { is_archived: true });
    session.chooses("folderWithChannels", isMade ? "yes" : "observed");
  },
});
