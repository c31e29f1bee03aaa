import fc from "fast-check";
import { createFolder, shownFolder } from "../../client/folders.ts";
import { administratorNamed, person } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { at } from "../../expect.ts";
import { aFolder, anAdministrator, create, type FolderShape, folderFields, type Look, plainName, refuses, uniqueFields } from "./trials.ts";

const plainFolder: FolderShape = { who: "dana", name: plainName, description: "What it is for" };
const accented: FolderShape = {
  who: "dana",
  name: { tail: "Fólder 🌱", variant: "as it is" },
  description: "A few words, and a second line\nwith ünusual letters",
};
const aViewer = anActor("alice", "bob", "cara", "dana", "owen");

/** A folder can be created with a name and a description, and the answer has its id. */
export const creates = property<FolderShape>({
  clause: ["channel_folders.create.post/succeeds", "channel_folders.create.post/channel-folder-id"],
  given: aFolder,
  examples: [plainFolder, { ...plainFolder, who: "owen" }],
  async holds(session, { who, ...folder }) {
    const { expect } = session;
    const reply = await create(administratorNamed(session, who), folderFields(session, folder));
    expect.integer(expect.succeeded(reply).channel_folder_id, "channel_folder_id");
  },
});

/** Any two folders have different ids. */
export const idsDiffer = property({
  clause: ["channel_folders.create.post/channel-folder-id", "folder/id"],
  given: { makers: fc.array(anAdministrator, { minLength: 2, maxLength: 5 }) },
  examples: [{ makers: ["dana", "dana"] }],
  async holds(session, { makers }) {
    const ids: number[] = [];
    for (const who of makers) ids.push(await session.expect.accepted(createFolder(administratorNamed(session, who))));
    session.expect.same(new Set(ids).size, ids.length, `the number of different ids among ${ids.join(", ")}`);
  },
});

/** What was created is what everybody is shown. */
export const isShown = property<FolderShape & { readonly viewer: PersonName }>({
  clause: [
    "channel_folders.create.post/succeeds",
    "channel_folders.create.post/channel-folder-id",
    "folder/id",
    "folder/name",
    "folder/description",
    "folder/is-archived",
  ],
  given: { ...aFolder, viewer: aViewer },
  examples: [
    { ...accented, viewer: "alice" },
    { ...plainFolder, description: "", viewer: "dana" },
  ],
  async holds(session, { who, viewer, ...shape }) {
    const { expect } = session;
    const fields = folderFields(session, shape);
    const id = await expect.accepted(createFolder(administratorNamed(session, who), fields));
    const { name, description, is_archived } = await shownFolder(session.actor(viewer), id);
    expect.same(name, fields.name, "the name of the new folder");
    expect.same(description, fields.description, "the description of the new folder");
    expect.same(is_archived, false, "is_archived of the new folder");
  },
});

/** Everybody's clients hear of a new folder. */
export const isAnnounced = property<FolderShape & { readonly hearer: PersonName }>({
  clause: "channel_folders.create.post/succeeds",
  given: { ...aFolder, hearer: aViewer },
  examples: [{ ...plainFolder, hearer: "alice" }],
  async holds(session, { who, hearer, ...shape }) {
    const { expect } = session;
    const queue = await session.actor(hearer).queue({ event_types: ["channel_folder"] });
    const fields = folderFields(session, shape);
    const id = await expect.accepted(createFolder(administratorNamed(session, who), fields));
    const events = await queue.until(
      "a channel folder was added",
      (event) => event.op === "add" && at(event, "channel_folder", "id") === id,
    );
    expect.same(at(events.at(-1), "channel_folder", "name"), fields.name, "the name in the event");
  },
});

type Unmade = Omit<FolderShape, "who">;
const plainUnmade: Unmade = { name: plainName, description: "" };

/** Owners create folders as administrators do. */
export const ownersCreate = property<Unmade>({
  clause: "channel_folders.create.post/administrators",
  given: { name: aFolder.name, description: aFolder.description },
  examples: [plainUnmade],
  async holds(session, shape) {
    const { expect } = session;
    const [owen, fields] = [person(session, "owner"), folderFields(session, shape)];
    const id = await expect.accepted(createFolder(owen, fields));
    expect.same((await shownFolder(owen, id)).name, fields.name, "the name of a folder that an owner created");
  },
});

/** People of some roles create no folders, and an administrator may create the very same. */
const mayNot = (...names: readonly PersonName[]) =>
  property<FolderShape & { readonly by: PersonName }>({
    clause: ["channel_folders.create.post/administrators", "channel_folders.create.post/code-unauthorized-principal"],
    given: { ...aFolder, by: anActor(...names) },
    examples: names.map((by) => ({ ...plainFolder, by })),
    async holds(session, { who, by, ...shape }) {
      const fields = uniqueFields(session, shape);
      const look: Look = (reply) => session.expect.refused(reply, "UNAUTHORIZED_PRINCIPAL", {}, `a folder by ${by}`);
      await refuses(session.actor(by), fields, fields, look, administratorNamed(session, who));
    },
  });

/** Members create no folders, and bots create none. */
export const membersMayNot = mayNot("alice", "bob", "cara", "robo");

/** Guests create no folders. */
export const guestsMayNot = mayNot("gus");

/** The description may be empty. */
export const descriptionMayBeEmpty = property<Omit<FolderShape, "description">>({
  clause: ["channel_folders.create.post/description-empty", "folder/description"],
  given: { who: anAdministrator, name: aFolder.name },
  examples: [{ who: plainFolder.who, name: plainFolder.name }],
  async holds(session, { who, name }) {
    const { expect } = session;
    const actor = administratorNamed(session, who);
    const id = await expect.accepted(createFolder(actor, folderFields(session, { name, description: "" })));
    expect.same((await shownFolder(actor, id)).description, "", "the description of the new folder");
  },
});
