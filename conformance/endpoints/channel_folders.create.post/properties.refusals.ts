import fc from "fast-check";
import { createFolder, shownFolder } from "../../client/folders.ts";
import { administratorNamed } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { nameOf } from "../../draw/names.ts";
import { repeatedTo, textOf } from "../../draw/texts.ts";
import { aFolder, type FolderShape, folderFields, type Look, plainName, refuses, uniqueFields } from "./trials.ts";

const plainFolder: FolderShape = { who: "dana", name: plainName, description: "" };

/** A folder needs a name. */
export const nameIsRequired = property<FolderShape>({
  clause: "channel_folders.create.post/name-required",
  given: aFolder,
  examples: [plainFolder],
  async holds(session, { who, ...shape }) {
    const mended = uniqueFields(session, shape);
    await refuses(administratorNamed(session, who), { description: mended.description }, mended, (reply) =>
      session.expect.missing(reply, "name"),
    );
  },
});

/** A folder needs a name that is not empty. */
export const nameIsNotEmpty = property<FolderShape>({
  clause: "channel_folders.create.post/name-non-empty",
  given: aFolder,
  examples: [plainFolder],
  async holds(session, { who, ...shape }) {
    const mended = uniqueFields(session, shape);
    const look: Look = (reply) => session.expect.declined(reply, "an empty name");
    await refuses(administratorNamed(session, who), { ...mended, name: "" }, mended, look);
  },
});

/** A folder needs a description. */
export const descriptionIsRequired = property<FolderShape>({
  clause: "channel_folders.create.post/description-required",
  given: aFolder,
  examples: [plainFolder],
  async holds(session, { who, ...shape }) {
    const mended = uniqueFields(session, shape);
    await refuses(administratorNamed(session, who), { name: mended.name }, mended, (reply) => session.expect.missing(reply, "description"));
  },
});

interface Bounded extends FolderShape {
  /** What the text repeats up to its length. */
  readonly filler: string;
  /** Code points beyond the bound, of a text that is too long. */
  readonly beyond: number;
}

const given = { ...aFolder, filler: textOf({ max: 8 }), beyond: fc.integer({ min: 1, max: 40 }) };
const examples: readonly Bounded[] = [
  { ...plainFolder, filler: "x", beyond: 1 },
  { ...plainFolder, filler: "🌱é", beyond: 1 },
];
const bounds = { name: "max_channel_folder_name_length", description: "max_channel_folder_description_length" } as const;

/** A name may be as long as the server says. */
export const longestName = property<Bounded>({
  clause: "channel_folders.create.post/name-bound",
  given,
  examples,
  async holds(session, { who, filler, description }) {
    const actor = administratorNamed(session, who);
    const shape = { tail: filler, variant: "as it is", fill: "limit" } as const;
    const name = nameOf(shape, session.fresh("f"), await boundOf(actor, bounds.name));
    const id = await session.expect.accepted(createFolder(actor, { name, description }));
    session.expect.same((await shownFolder(actor, id)).name, name, "the longest name");
  },
});

/** A longer name is refused, be it by one character. */
export const tooLongName = property<Bounded>({
  clause: "channel_folders.create.post/name-bound",
  given,
  examples,
  async holds(session, { who, filler, beyond, ...folder }) {
    const actor = administratorNamed(session, who);
    const [bound, fresh] = [await boundOf(actor, bounds.name), session.fresh("f")];
    const ofLength = (length: number) => nameOf({ tail: filler, variant: "as it is", fill: "limit" }, fresh, length);
    const mended = { ...uniqueFields(session, folder), name: ofLength(bound) };
    const look: Look = (reply) => session.expect.declined(reply, "a name longer than the bound");
    await refuses(actor, { ...mended, name: ofLength(bound + beyond) }, mended, look);
  },
});

/** A description may be as long as the server says. */
export const longestDescription = property<Bounded>({
  clause: "channel_folders.create.post/description-bound",
  given,
  examples,
  async holds(session, { who, filler, name }) {
    const actor = administratorNamed(session, who);
    const description = repeatedTo(await boundOf(actor, bounds.description), filler);
    const id = await session.expect.accepted(createFolder(actor, folderFields(session, { name, description })));
    session.expect.same((await shownFolder(actor, id)).description, description, "the longest description");
  },
});

/** A longer description is refused, be it by one character. */
export const tooLongDescription = property<Bounded>({
  clause: "channel_folders.create.post/description-bound",
  given,
  examples,
  async holds(session, { who, name, filler, beyond }) {
    const actor = administratorNamed(session, who);
    const [bound, fresh] = [await boundOf(actor, bounds.description), session.fresh("d")];
    const ofLength = (length: number) => nameOf({ tail: filler, variant: "as it is", fill: "limit" }, fresh, length);
    const mended = folderFields(session, { name, description: ofLength(bound) });
    const look: Look = (reply) => session.expect.declined(reply, "a description longer than the bound");
    await refuses(actor, { ...mended, description: ofLength(bound + beyond) }, mended, look);
  },
});
