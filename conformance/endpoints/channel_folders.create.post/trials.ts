import type { Actor } from "../../client/actor.ts";
import { foldersOf } from "../../client/folders.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { aDescription } from "../../draw/descriptions.ts";
import { aName, type NameShape, nameOf } from "../../draw/names.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

/** Sends the creation of a folder. */
export const create = (actor: Actor, fields: Body): Promise<Reply> => actor.send("POST /channel_folders/create", fields);

/** A folder, and who creates it. */
export interface FolderShape {
  readonly who: PersonName;
  readonly name: NameShape;
  readonly description: string;
}

export const plainName: NameShape = { tail: "", variant: "as it is" };

/** Those who may create and change folders. */
export const anAdministrator = anActor("dana", "owen");

export const aFolder = { who: anAdministrator, name: aName, description: aDescription };

/** The least that the names of folders may be, where the server says no bound. */
const shortestBound = 60;

/** The fields of a folder. */
interface FolderFields extends Body {
  readonly name: string;
  readonly description: string;
}

/** Returns the fields of a folder whose name no other has. */
export const folderFields = (session: Session, { name, description }: Omit<FolderShape, "who">): FolderFields => ({
  name: nameOf(name, session.fresh("f"), shortestBound),
  description,
});

/** Returns the fields of a folder whose name and description no other has. */
export const uniqueFields = (session: Session, { name, description }: Omit<FolderShape, "who">): FolderFields =>
  folderFields(session, { name, description: `${session.fresh("d")}\n${description}` });

export type Look = (reply: Reply) => void;

/** Requires a refusal that leaves no folder, and that the mended request of somebody who may makes one. */
export async function refuses(by: Actor, wrong: Body, mended: FolderFields, look: Look, maker = by): Promise<void> {
  const { expect } = by;
  const names: unknown[] = [mended.name, wrong.name || mended.name];
  const matching = async (): Promise<readonly Body[]> =>
    (await foldersOf(maker)).filter(({ name, description }) => names.includes(name) || description === mended.description);
  look(await create(by, wrong));
  expect.same(await matching(), [], "the folders that a refused creation leaves");
  expect.succeeded(await create(maker, mended), "the same creation, mended");
  expect.same((await matching()).length, 1, "the number of folders that the mended creation leaves");
}
