import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder, folderOf } from "../../client/folders.ts";
import { administrator, padded, person, unknownId, unprivileged } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

const fieldsOf = ({ name, description, is_archived }: Body): Body => ({ name, description, is_archived });

/** Changes a folder and makes sure that it becomes what it was with these fields. */
async function changes(actor: Actor, id: number, fields: Body): Promise<void> {
  const { expect } = actor;
  const before = fieldsOf(await folderOf(actor, id));
  expect.succeeded(await changeFolder(actor, id, fields), `a change of ${Object.keys(fields).join(", ")}`);
  expect.same(fieldsOf(await folderOf(actor, id)), { ...before, ...fields }, "the changed folder");
}

/** Tries a change that is refused and leaves the folder as it was. */
async function refuses(actor: Actor, id: number, fields: Body, code = "BAD_REQUEST", as = actor): Promise<void> {
  const { expect } = actor;
  const before = fieldsOf(await folderOf(actor, id));
  expect.refused(await changeFolder(as, id, fields), code);
  expect.same(fieldsOf(await folderOf(actor, id)), before, "the folder after a refused change");
}

/** A name changes the name alone. */
export const name = property({
  clause: ["channel_folders-id.patch/name", "folder/name"],
  async holds(session) {
    const dana = administrator(session);
    const id = await createFolder(dana, { description: "stays" });
    await changes(dana, id, { name: session.fresh("n") });
  },
});

/** A description changes the description alone, also to nothing. */
export const description = property({
  clause: ["channel_folders-id.patch/description", "folder/description"],
  async holds(session) {
    const dana = administrator(session);
    const id = await createFolder(dana, { description: "first" });
    await changes(dana, id, { description: "second" });
    await changes(dana, id, { description: "" });
  },
});

/** Archiving and unarchiving change that alone. */
export const archives = property({
  clause: ["channel_folders-id.patch/is-archived", "states.folder/archive", "states.folder/unarchive", "folder/is-archived"],
  async holds(session) {
    const dana = administrator(session);
    const id = await createFolder(dana, { description: "stays" });
    await changes(dana, id, { is_archived: true });
    await changes(dana, id, { is_archived: false });
  },
});

/** A change is seen by everybody, as an event and as a record. */
export const othersSee = property({
  clause: ["channel_folders-id.patch/is-archived", "states.folder/archive"],
  async holds(session) {
    const { expect } = session;
    const [dana, alice] = [administrator(session), session.as.alice];
    const id = await createFolder(dana);
    const queue = await alice.queue({ event_types: ["channel_folder"] });
    expect.succeeded(await changeFolder(dana, id, { is_archived: true }));
    await queue.until("a channel folder was archived", ({ op, channel_folder_id, data }) => {
      return op === "update" && channel_folder_id === id && (data as Body | undefined)?.is_archived === true;
    });
    expect.same((await folderOf(alice, id)).is_archived, true, "is_archived as others see it");
  },
});

/** A request without any change succeeds and changes nothing. */
export const nothing = property({
  clause: "channel_folders-id.patch/all-optional",
  async holds(session) {
    const dana = administrator(session);
    await changes(dana, await createFolder(dana, { description: "stays" }), {});
  },
});

/** Everything can be changed at once. */
export const everything = property({
  clause: "channel_folders-id.patch/together",
  async holds(session) {
    const dana = administrator(session);
    const id = await createFolder(dana);
    await changes(dana, id, { name: session.fresh("n"), description: "new", is_archived: true });
    await changes(dana, id, { name: session.fresh("n"), description: "newer", is_archived: false });
  },
});

/** Owners change folders as administrators do. */
export const ownersChange = property({
  clause: "channel_folders-id.patch/administrators",
  async holds(session) {
    const owen = person(session, "owner");
    await changes(owen, await createFolder(owen), { description: "from the owner" });
  },
});

/** Members change no folders, in no respect. */
export const membersMayNot = property({
  clause: ["channel_folders-id.patch/administrators", "states.folder/archive-administrators", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const { expect } = session;
    const [dana, alice] = [administrator(session), unprivileged(session)];
    const id = await createFolder(dana);
    for (const fields of [{ name: session.fresh("n") }, { description: "mine" }, { is_archived: true }])
      await refuses(dana, id, fields, "UNAUTHORIZED_PRINCIPAL", alice);
    expect.succeeded(await changeFolder(dana, id, { is_archived: true }));
    await refuses(dana, id, { is_archived: false }, "UNAUTHORIZED_PRINCIPAL", alice);
  },
});

/** An id of no folder is refused. */
export const unknown = property({
  clause: "channel_folders-id.patch/unknown-id",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    expect.refused(await changeFolder(dana, unknownId, { name: session.fresh("n") }), "BAD_REQUEST", {}, "a folder that does not exist");
    expect.refused(await changeFolder(dana, unknownId, { is_archived: true }), "BAD_REQUEST", {}, "a folder that does not exist");
  },
});

/** A folder keeps a name. */
export const emptyName = property({
  clause: ["channel_folders-id.patch/name-non-empty", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const dana = administrator(session);
    await refuses(dana, await createFolder(dana), { name: "", description: "not this either" });
  },
});

/** A name may be as long as the server says, and no longer. */
export const nameBound = property({
  clause: ["channel_folders-id.patch/name-bound", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const dana = administrator(session);
    const bound = await boundOf(dana, "max_channel_folder_name_length");
    const id = await createFolder(dana);
    await changes(dana, id, { name: padded(session.fresh("n"), bound) });
    await refuses(dana, id, { name: padded(session.fresh("n"), bound + 1) });
  },
});

/** A description may be as long as the server says, and no longer. */
export const descriptionBound = property({
  clause: ["channel_folders-id.patch/description-bound", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const dana = administrator(session);
    const bound = await boundOf(dana, "max_channel_folder_description_length");
    const id = await createFolder(dana);
    await changes(dana, id, { description: "d".repeat(bound) });
    await refuses(dana, id, { description: "e".repeat(bound + 1), name: session.fresh("n") });
  },
});
