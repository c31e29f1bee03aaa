import { changeFolder, createFolder, folderOf } from "../../client/folders.ts";
import { padded } from "../../client/people.ts";
import { boundOf, recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";

const bounds = {
  name: "max_channel_folder_name_length",
  description: "max_channel_folder_description_length",
} as const;

type Bounded = keyof typeof bounds;

/** A new folder at a bound is made as it was sent; one beyond is not made. */
const creation = (field: Bounded) =>
  property({
    clause: [`limits/folder-${field}-length`, `limits/folder-${field}-length-exceeded`],
    async holds(session) {
      const { expect } = session;
      const { dana } = session.as;
      const bound = await boundOf(dana, bounds[field]);
      const fields = { name: session.fresh("folder"), description: "" };
      const beyond = { ...fields, [field]: padded(session.fresh("f"), bound + 1) };
      const reply = await dana.send("POST /channel_folders/create", beyond);
      expect.refused(reply, "BAD_REQUEST", {}, `a folder with a ${field} beyond its bound`);
      expect.same(await recordsWith(dana, "channel_folders", "name", beyond.name), [], "folders of the name that was refused");
      const text = padded(session.fresh("f"), bound);
      const id = await expect.accepted(createFolder(dana, { ...fields, [field]: text }));
      expect.same((await expect.accepted(folderOf(dana, id)))[field], text, `the ${field} of the folder at its bound`);
    },
  });

/** A folder is changed to a text at its bound, and not to one beyond. */
const change = (field: Bounded) =>
  property({
    clause: [`limits/folder-${field}-length`, `limits/folder-${field}-length-exceeded`],
    async holds(session) {
      const { expect } = session;
      const { dana } = session.as;
      const bound = await boundOf(dana, bounds[field]);
      const id = await createFolder(dana);
      const before = await folderOf(dana, id);
      const beyond = await changeFolder(dana, id, { [field]: padded(session.fresh("f"), bound + 1) });
      expect.refused(beyond, "BAD_REQUEST", {}, `a ${field} beyond its bound`);
      expect.same(await expect.accepted(folderOf(dana, id)), before, "the folder after the refusal");
      const text = padded(session.fresh("f"), bound);
      expect.succeeded(await changeFolder(dana, id, { [field]: text }), `a ${field} at its bound`);
      expect.same((await expect.accepted(folderOf(dana, id)))[field], text, `the ${field} of the folder at its bound`);
    },
  });

/** A new folder's name has its bound. */
export const newName = creation("name");

/** A new folder's description has its bound. */
export const newDescription = creation("description");

/** A changed folder's name has its bound. */
export const changedName = change("name");

/** A changed folder's description has its bound. */
export const changedDescription = change("description");
