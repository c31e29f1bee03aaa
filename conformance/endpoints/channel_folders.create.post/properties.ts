import type { Actor } from "../../client/actor.ts";
import { createFolder, folderOf, foldersOf } from "../../client/folders.ts";
import { administrator, padded, person, unprivileged } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";

const create = (actor: Actor, fields: Readonly<Record<string, unknown>>) => actor.send("POST /channel_folders/create", fields);

const isThere = async (actor: Actor, name: string): Promise<boolean> => (await foldersOf(actor)).some((folder) => folder.name === name);

/** A folder can be created with a name and a description, and the answer has its id. */
export const creates = property({
  clause: ["channel_folders.create.post/succeeds", "channel_folders.create.post/channel-folder-id"],
  async holds(session) {
    const { expect } = session;
    const reply = await create(administrator(session), { name: session.fresh("f"), description: "What it is for" });
    expect.typed(expect.succeeded(reply).channel_folder_id, "integer", "channel_folder_id");
  },
});

/** Two folders have different ids. */
export const idsDiffer = property({
  clause: ["channel_folders.create.post/channel-folder-id", "folder/id"],
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const ids = [await createFolder(dana), await createFolder(dana)];
    expect.holds(ids[0] !== ids[1], `two folders have the id ${ids[0]}`);
  },
});

/** What was created is what everybody is shown. */
export const isShown = property({
  clause: ["channel_folders.create.post/succeeds", "folder/id", "folder/name", "folder/description", "folder/is-archived"],
  async holds(session) {
    const { expect } = session;
    const [name, description] = [session.fresh("Fólder"), "A few words, and a second line\nwith ünusual letters"];
    const id = await createFolder(administrator(session), { name, description });
    const folder = await folderOf(session.as.alice, id);
    expect.same(folder.name, name, "the name of the new folder");
    expect.same(folder.description, description, "the description of the new folder");
    expect.same(folder.is_archived, false, "is_archived of the new folder");
  },
});

/** Everybody's clients hear of a new folder. */
export const isAnnounced = property({
  clause: "channel_folders.create.post/succeeds",
  async holds(session) {
    const { expect } = session;
    const queue = await session.as.alice.queue({ event_types: ["channel_folder"] });
    const name = session.fresh("f");
    const id = await createFolder(administrator(session), { name });
    const events = await queue.until("a channel folder was added", ({ op, channel_folder }) => {
      const folder = channel_folder as Readonly<Record<string, unknown>> | undefined;
      return op === "add" && folder?.id === id;
    });
    expect.same((events.at(-1)!.channel_folder as Readonly<Record<string, unknown>>).name, name, "the name in the event");
  },
});

/** Owners create folders as administrators do. */
export const ownersCreate = property({
  clause: "channel_folders.create.post/administrators",
  async holds(session) {
    await createFolder(person(session, "owner"));
  },
});

/** Members create no folders. */
export const membersMayNot = property({
  clause: ["channel_folders.create.post/administrators", "channel_folders.create.post/code-unauthorized-principal"],
  async holds(session) {
    const { expect } = session;
    const [name, alice] = [session.fresh("f"), unprivileged(session)];
    expect.refused(await create(alice, { name, description: "" }), "UNAUTHORIZED_PRINCIPAL");
    expect.holds(!(await isThere(alice, name)), "the folder is there although its creation was refused");
  },
});

/** Guests create no folders. */
export const guestsMayNot = property({
  clause: ["channel_folders.create.post/administrators", "channel_folders.create.post/code-unauthorized-principal"],
  async holds(session) {
    const { expect } = session;
    expect.refused(await create(person(session, "guest"), { name: session.fresh("f"), description: "" }), "UNAUTHORIZED_PRINCIPAL");
  },
});

/** A folder needs a name. */
export const nameIsRequired = property({
  clause: "channel_folders.create.post/name-required",
  async holds(session) {
    const { expect } = session;
    expect.missing(await create(administrator(session), { description: "" }), "name");
  },
});

/** A folder needs a name that is not empty. */
export const nameIsNotEmpty = property({
  clause: "channel_folders.create.post/name-non-empty",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    expect.refused(await create(dana, { name: "", description: session.fresh("d") }), "BAD_REQUEST", {}, "an empty name");
    expect.holds(!(await isThere(dana, "")), "there is a folder without a name");
  },
});

/** A folder needs a description. */
export const descriptionIsRequired = property({
  clause: "channel_folders.create.post/description-required",
  async holds(session) {
    const { expect } = session;
    const [name, dana] = [session.fresh("f"), administrator(session)];
    expect.missing(await create(dana, { name }), "description");
    expect.holds(!(await isThere(dana, name)), "the folder is there although its creation was refused");
  },
});

/** The description may be empty. */
export const descriptionMayBeEmpty = property({
  clause: ["channel_folders.create.post/description-empty", "folder/description"],
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const id = await createFolder(dana, { description: "" });
    expect.same((await folderOf(dana, id)).description, "", "the description of the new folder");
  },
});

/** A name may be as long as the server says. */
export const longestName = property({
  clause: "channel_folders.create.post/name-bound",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const name = padded(session.fresh("f"), await boundOf(dana, "max_channel_folder_name_length"));
    expect.same((await folderOf(dana, await createFolder(dana, { name }))).name, name, "the longest name");
  },
});

/** A name that is longer by one is refused. */
export const tooLongName = property({
  clause: "channel_folders.create.post/name-bound",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const name = padded(session.fresh("f"), (await boundOf(dana, "max_channel_folder_name_length")) + 1);
    expect.refused(await create(dana, { name, description: "" }), "BAD_REQUEST", {}, "a name longer than the bound");
  },
});

/** A description may be as long as the server says. */
export const longestDescription = property({
  clause: "channel_folders.create.post/description-bound",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const description = "d".repeat(await boundOf(dana, "max_channel_folder_description_length"));
    const id = await createFolder(dana, { description });
    expect.same((await folderOf(dana, id)).description, description, "the longest description");
  },
});

/** A description that is longer by one is refused. */
export const tooLongDescription = property({
  clause: "channel_folders.create.post/description-bound",
  async holds(session) {
    const { expect } = session;
    const [dana, name] = [administrator(session), session.fresh("f")];
    const description = "d".repeat((await boundOf(dana, "max_channel_folder_description_length")) + 1);
    expect.refused(await create(dana, { name, description }), "BAD_REQUEST", {}, "a description longer than the bound");
    expect.holds(!(await isThere(dana, name)), "the folder is there although its creation was refused");
  },
});
