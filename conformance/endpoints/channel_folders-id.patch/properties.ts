import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder, folderOf, shownFolder } from "../../client/folders.ts";
import { administrator, padded, person, unknownId, unprivileged } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { at, type Body, prepared } from "../../expect.ts";

/** The fields that a change can set. */
const fieldsOf = ({ name, description, is_archived }: Body): Body => ({ name, description, is_archived });

/** Returns the fields of a folder before a change. @throws Unprepared: a registration does not show all of them */
async function fieldsBefore(actor: Actor, id: number): Promise<Body> {
  const folder = await folderOf(actor, id);
  for (const name of ["name", "description"]) prepared.text(folder[name], `the ${name} of a folder`);
  prepared.typed(folder.is_archived, "boolean", "is_archived of a folder");
  return fieldsOf(folder);
}

/** Changes a folder and makes sure that it becomes what it was with these fields. */
async function changes(actor: Actor, id: number, fields: Body): Promise<void> {
  const { expect } = actor;
  const before = await fieldsBefore(actor, id);
  expect.succeeded(await changeFolder(actor, id, fields), `a change of ${Object.keys(fields).join(", ") || "nothing"}`);
  expect.same(fieldsOf(await shownFolder(actor, id)), { ...before, ...fields }, "the changed folder");
}

interface Refusal {
  readonly wrong: Body;
  /** What is accepted instead. */
  readonly mended: Body;
  /** Who sends the wrong change, default the one who sends the mended. */
  readonly by?: Actor;
  readonly what: string;
}

/** Tries a change that is refused and leaves the folder as it was, and then a mended one, which is made. */
async function refuses(actor: Actor, id: number, { wrong, mended, by = actor, what }: Refusal): Promise<void> {
  const { expect } = actor;
  const before = await fieldsBefore(actor, id);
  expect.declined(await changeFolder(by, id, wrong), what);
  expect.same(fieldsOf(await shownFolder(actor, id)), before, "the folder after a refused change");
  await changes(actor, id, mended);
}

/** A name changes the name alone. */
export const name = property({
  clause: ["channel_folders-id.patch/name", "folder/name"],
  async holds(session) {
    const dana = administrator(session);
    const id = await createFolder(dana, { description: "stays" });
    await changes(dana, id, { name: session.fresh("Näme") });
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
    expect.succeeded(await changeFolder(dana, id, { is_archived: true }), "archiving a folder");
    await queue.until("a channel folder was archived", (event) => {
      return event.op === "update" && event.channel_folder_id === id && at(event, "data", "is_archived") === true;
    });
    expect.same((await shownFolder(alice, id)).is_archived, true, "is_archived as others see it");
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
    const [dana, alice] = [administrator(session), unprivileged(session)];
    const id = await createFolder(dana);
    for (const fields of [{ name: session.fresh("n") }, { description: "mine" }, { is_archived: true }, { is_archived: false }]) {
      const what = `a member's change of ${Object.keys(fields).join()}`;
      await refuses(dana, id, { wrong: fields, mended: fields, by: alice, what });
    }
  },
});

/** An id of no folder is refused. */
export const unknown = property({
  clause: "channel_folders-id.patch/unknown-id",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const look = (reply: Reply) => expect.refused(reply, "BAD_REQUEST", {}, "a change of a folder that does not exist");
    const id = await createFolder(dana);
    for (const fields of [{ name: session.fresh("n") }, { is_archived: true }]) {
      look(await changeFolder(dana, unknownId, fields));
      await changes(dana, id, fields);
    }
  },
});

/** A folder keeps a name. */
export const emptyName = property({
  clause: ["channel_folders-id.patch/name-non-empty", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const dana = administrator(session);
    const wrong = { name: "", description: "not this either" };
    await refuses(dana, await createFolder(dana), { wrong, mended: { ...wrong, name: session.fresh("n") }, what: "an empty name" });
  },
});

/** A name may be as long as the server says, and no longer. */
export const nameBound = property({
  clause: ["channel_folders-id.patch/name-bound", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const dana = administrator(session);
    const longest = padded(session.fresh("n"), await boundOf(dana, "max_channel_folder_name_length"));
    const what = "a name longer than the bound";
    await refuses(dana, await createFolder(dana), { wrong: { name: `${longest}x` }, mended: { name: longest }, what });
  },
});

/** A description may be as long as the server says, and no longer. */
export const descriptionBound = property({
  clause: ["channel_folders-id.patch/description-bound", "channel_folders-id.patch/no-trace"],
  async holds(session) {
    const dana = administrator(session);
    const bound = await boundOf(dana, "max_channel_folder_description_length");
    const [name, what] = [session.fresh("n"), "a description longer than the bound"];
    const wrong = { description: "e".repeat(bound + 1), name };
    await refuses(dana, await createFolder(dana), { wrong, mended: { description: "e".repeat(bound), name }, what });
  },
});
