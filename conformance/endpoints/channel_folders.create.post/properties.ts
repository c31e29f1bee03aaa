import type { Actor } from "../../client/actor.ts";
import { createFolder, foldersOf, shownFolder } from "../../client/folders.ts";
import { administrator, padded, person, unprivileged } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { at, type Body } from "../../expect.ts";

const create = (actor: Actor, fields: Body): Promise<Reply> => actor.send("POST /channel_folders/create", fields);

/** Returns the fields of a folder whose name no other has, nor its description. */
const newFolder = (session: Session) => ({ name: session.fresh("f"), description: session.fresh("d") });

type Look = (reply: Reply) => void;

/** Requires a refusal that leaves no folder, and that the mended request of an administrator makes one. */
async function refuses(session: Session, wrong: Body, mended: ReturnType<typeof newFolder>, look: Look, by?: Actor): Promise<void> {
  const { expect } = session;
  const dana = administrator(session);
  const names: unknown[] = [wrong.name ?? mended.name, mended.name];
  const matching = async (): Promise<readonly Body[]> =>
    (await foldersOf(dana)).filter(({ name, description }) => names.includes(name) || description === mended.description);
  look(await create(by ?? dana, wrong));
  expect.same(await matching(), [], "the folders that a refused creation leaves");
  expect.succeeded(await create(dana, mended), "the same creation, mended");
  expect.same((await matching()).length, 1, "the number of folders that the mended creation leaves");
}

/** A folder can be created with a name and a description, and the answer has its id. */
export const creates = property({
  clause: ["channel_folders.create.post/succeeds", "channel_folders.create.post/channel-folder-id"],
  async holds(session) {
    const { expect } = session;
    const reply = await create(administrator(session), { name: session.fresh("f"), description: "What it is for" });
    expect.integer(expect.succeeded(reply).channel_folder_id, "channel_folder_id");
  },
});

/** Two folders have different ids. */
export const idsDiffer = property({
  clause: ["channel_folders.create.post/channel-folder-id", "folder/id"],
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const ids = [await expect.accepted(createFolder(dana)), await expect.accepted(createFolder(dana))];
    expect.holds(ids[0] !== ids[1], `two folders have the id ${ids[0]}`);
  },
});

/** What was created is what everybody is shown. */
export const isShown = property({
  clause: ["channel_folders.create.post/succeeds", "folder/id", "folder/name", "folder/description", "folder/is-archived"],
  async holds(session) {
    const { expect } = session;
    const [name, description] = [session.fresh("Fólder"), "A few words, and a second line\nwith ünusual letters"];
    const id = await expect.accepted(createFolder(administrator(session), { name, description }));
    const folder = await shownFolder(session.as.alice, id);
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
    const id = await expect.accepted(createFolder(administrator(session), { name }));
    const events = await queue.until(
      "a channel folder was added",
      (event) => event.op === "add" && at(event, "channel_folder", "id") === id,
    );
    expect.same(at(events.at(-1), "channel_folder", "name"), name, "the name in the event");
  },
});

/** Owners create folders as administrators do. */
export const ownersCreate = property({
  clause: "channel_folders.create.post/administrators",
  async holds(session) {
    const { expect } = session;
    const [owen, name] = [person(session, "owner"), session.fresh("f")];
    const id = await expect.accepted(createFolder(owen, { name }));
    expect.same((await shownFolder(owen, id)).name, name, "the name of a folder that an owner created");
  },
});

/** People of a role create no folders, and an administrator may create the very same. */
const mayNot = (by: (session: Session) => Actor) =>
  property({
    clause: ["channel_folders.create.post/administrators", "channel_folders.create.post/code-unauthorized-principal"],
    async holds(session) {
      const { expect } = session;
      const [actor, fields] = [by(session), newFolder(session)];
      const look: Look = (reply) => expect.refused(reply, "UNAUTHORIZED_PRINCIPAL", {}, `a folder by ${actor.name}`);
      await refuses(session, fields, fields, look, actor);
    },
  });

/** Members create no folders. */
export const membersMayNot = mayNot(unprivileged);

/** Guests create no folders. */
export const guestsMayNot = mayNot((session) => person(session, "guest"));

/** A folder needs a name. */
export const nameIsRequired = property({
  clause: "channel_folders.create.post/name-required",
  async holds(session) {
    const mended = newFolder(session);
    await refuses(session, { description: mended.description }, mended, (reply) => session.expect.missing(reply, "name"));
  },
});

/** A folder needs a name that is not empty. */
export const nameIsNotEmpty = property({
  clause: "channel_folders.create.post/name-non-empty",
  async holds(session) {
    const mended = newFolder(session);
    await refuses(session, { ...mended, name: "" }, mended, (reply) => session.expect.declined(reply, "an empty name"));
  },
});

/** A folder needs a description. */
export const descriptionIsRequired = property({
  clause: "channel_folders.create.post/description-required",
  async holds(session) {
    const mended = newFolder(session);
    await refuses(session, { name: mended.name }, mended, (reply) => session.expect.missing(reply, "description"));
  },
});

/** The description may be empty. */
export const descriptionMayBeEmpty = property({
  clause: ["channel_folders.create.post/description-empty", "folder/description"],
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const id = await expect.accepted(createFolder(dana, { description: "" }));
    expect.same((await shownFolder(dana, id)).description, "", "the description of the new folder");
  },
});

/** A name may be as long as the server says. */
export const longestName = property({
  clause: "channel_folders.create.post/name-bound",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const name = padded(session.fresh("f"), await boundOf(dana, "max_channel_folder_name_length"));
    const id = await expect.accepted(createFolder(dana, { name }));
    expect.same((await shownFolder(dana, id)).name, name, "the longest name");
  },
});

/** A name that is longer by one is refused. */
export const tooLongName = property({
  clause: "channel_folders.create.post/name-bound",
  async holds(session) {
    const { expect } = session;
    const fields = newFolder(session);
    const mended = { ...fields, name: padded(fields.name, await boundOf(administrator(session), "max_channel_folder_name_length")) };
    const look: Look = (reply) => expect.declined(reply, "a name longer than the bound");
    await refuses(session, { ...mended, name: `${mended.name}x` }, mended, look);
  },
});

/** A description may be as long as the server says. */
export const longestDescription = property({
  clause: "channel_folders.create.post/description-bound",
  async holds(session) {
    const { expect } = session;
    const dana = administrator(session);
    const description = "d".repeat(await boundOf(dana, "max_channel_folder_description_length"));
    const id = await expect.accepted(createFolder(dana, { description }));
    expect.same((await shownFolder(dana, id)).description, description, "the longest description");
  },
});

/** A description that is longer by one is refused. */
export const tooLongDescription = property({
  clause: "channel_folders.create.post/description-bound",
  async holds(session) {
    const { expect } = session;
    const fields = newFolder(session);
    const bound = await boundOf(administrator(session), "max_channel_folder_description_length");
    const mended = { ...fields, description: padded(fields.description, bound) };
    const look: Look = (reply) => expect.declined(reply, "a description longer than the bound");
    await refuses(session, { ...mended, description: `${mended.description}x` }, mended, look);
  },
});
