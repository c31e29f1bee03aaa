import { changeFolder, createFolder, folderOf, foldersOf } from "../../client/folders.ts";
import { administrator } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** Every folder that is shown has the fields of a folder in their types, and an id of its own. */
export const fields = property({
  clause: ["folder/id", "folder/name", "folder/description", "folder/is-archived"],
  async holds(session) {
    const { expect } = session;
    const all = await foldersOf(session.as.alice);
    for (const { id, name, description, is_archived } of all) {
      expect.typed(id, "integer", "the id of a folder");
      expect.typed(name, "string", "the name of a folder");
      expect.holds(name !== "", `the folder ${id} has an empty name`);
      expect.typed(description, "string", "the description of a folder");
      expect.typed(is_archived, "boolean", "is_archived of a folder");
    }
    expect.same(new Set(all.map(({ id }) => id)).size, all.length, "the number of different ids of folders");
  },
});

/** Whether a second folder gets the name of another: noted, not judged. */
export const sameName = property({
  clause: "folder/names-apart",
  async holds(session) {
    const { expect } = session;
    const [dana, name] = [administrator(session), session.fresh("f")];
    const create = async () => (await dana.send("POST /channel_folders/create", { name, description: "" })).status === 200;
    const id = await createFolder(dana, { name });
    if (await create()) return session.chooses("folderNames", "none");
    expect.succeeded(await changeFolder(dana, id, { is_archived: true }));
    session.chooses("folderNames", (await create()) ? "active" : "all");
  },
});

/** Whether a folder gets its own name in other capitals: noted, not judged. */
export const otherCapitals = property({
  clause: "channel_folders-id.patch/name-capitals",
  async holds(session) {
    const { expect } = session;
    const [dana, name] = [administrator(session), session.fresh("Folder")];
    const id = await createFolder(dana, { name });
    const { status } = await changeFolder(dana, id, { name: name.toUpperCase() });
    expect.same((await folderOf(dana, id)).name, status === 200 ? name.toUpperCase() : name, "the name of the folder");
    session.chooses("folderCapitals", status === 200 ? "changeable" : "fixed");
  },
});

/** Whether a folder that has channels can be archived: noted, not judged. */
export const archivedWithChannels = property({
  clause: "states.folder/archive-with-channels",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const id = await createFolder(dana);
    if (!session.target.steering) throw new Untestable("no specified endpoint puts a channel into a folder");
    const channel = session.fresh("c");
    await session.steering.act({ action: "create_channel", name: channel });
    await session.steering.act({ action: "set_channel", channel, property: "folder_id", value: id });
    const { status } = await changeFolder(dana, id, { is_archived: true });
    expect.same((await folderOf(dana, id)).is_archived, status === 200, "is_archived of a folder with a channel");
    session.chooses("folderWithChannels", status === 200 ? "yes" : "observed");
  },
});
