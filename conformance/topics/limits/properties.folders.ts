import { changeFolder, createFolder, folderOf } from "../../client/folders.ts";
import { boundOf, recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { freshText, writtenBeyond } from "./texts.ts";

const bounds = {
  name: "max_channel_folder_name_length",
  description: "max_channel_folder_description_length",
} as const;

type Bounded = keyof typeof bounds;

const another = (field: Bounded): Bounded => (field === "name" ? "description" : "name");

/** A new folder at a bound is made as it was sent; one beyond is not made. */
const creation = (field: Bounded) =>
  property({
    clause: [`limits/folder-${field}-length`, `limits/folder-${field}-length-exceeded`],
    ...writtenBeyond,
    async holds(session, { who, text: shape, beside }) {
      const { expect } = session;
      const actor = session.actor(who);
      const bound = await boundOf(actor, bounds[field]);
      const fields = { name: session.fresh("folder"), description: beside };
      const beyond = { ...fields, [field]: freshText(session, bound + shape.by, shape) };
      const reply = await actor.send("POST /channel_folders/create", beyond);
      expect.refused(reply, "BAD_REQUEST", {}, `a folder with a ${field} beyond its bound`);
      expect.same(await recordsWith(actor, "channel_folders", "name", beyond.name), [], "folders of the name that was refused");
      const text = freshText(session, bound, shape);
      const id = await expect.accepted(createFolder(actor, { ...fields, [field]: text }));
      expect.same((await expect.accepted(folderOf(actor, id)))[field], text, `the ${field} of the folder at its bound`);
    },
  });

/** A folder is changed to a text at its bound, and not to one beyond, nor is what else the request would change. */
const change = (field: Bounded) =>
  property({
    clause: [`limits/folder-${field}-length`, `limits/folder-${field}-length-exceeded`],
    ...writtenBeyond,
    async holds(session, { who, text: shape, beside }) {
      const { expect } = session;
      const actor = session.actor(who);
      const bound = await boundOf(actor, bounds[field]);
      const id = await createFolder(actor);
      const before = await folderOf(actor, id);
      const other = { [another(field)]: session.fresh(beside) };
      const beyond = await changeFolder(actor, id, { ...other, [field]: freshText(session, bound + shape.by, shape) });
      expect.refused(beyond, "BAD_REQUEST", {}, `a ${field} beyond its bound`);
      expect.same(await expect.accepted(folderOf(actor, id)), before, "the folder after the refusal");
      const sent = { ...other, [field]: freshText(session, bound, shape) };
      expect.succeeded(await changeFolder(actor, id, sent), `a ${field} at its bound`);
      const { name, description } = { ...before, ...sent };
      const changed = await expect.accepted(folderOf(actor, id));
      expect.same([changed.name, changed.description], [name, description], `the folder with a ${field} at its bound`);
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
