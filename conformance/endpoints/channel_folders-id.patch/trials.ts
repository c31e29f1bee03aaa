import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder, folderOf, shownFolder } from "../../client/folders.ts";
import { aDescription } from "../../draw/descriptions.ts";
import { aName, type NameShape, nameOf } from "../../draw/names.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { type Body, prepared } from "../../expect.ts";

/** A folder before a change, and who changes it. */
export interface FolderState {
  readonly who: PersonName;
  readonly before: string;
  readonly isArchived: boolean;
}

/** Those who may change folders, and a folder with a description before the change. */
export const aFolderState = { who: anActor("dana", "owen"), before: aDescription, isArchived: fc.boolean() };

export const plainState: FolderState = { who: "dana", before: "stays", isArchived: false };

/** A change of a folder: of its name, of its description, from active to archived or back; of all, some or none. */
export interface ChangeShape {
  readonly name?: NameShape;
  readonly description?: string;
  readonly toggles: boolean;
}

export const aChange: fc.Arbitrary<ChangeShape> = fc.record(
  { name: aName, description: aDescription, toggles: fc.boolean() },
  { requiredKeys: ["toggles"] },
);

/** A change of something. */
export const someChange = aChange.map((shape) => (Object.keys(shape).length > 1 ? shape : { toggles: true }));

/** The least that the names of folders may be, where the server says no bound. */
const shortestBound = 60;

/** Creates a folder in some state. Returns its id. @throws Unprepared: a request is refused */
export async function stage(actor: Actor, { before, isArchived }: Omit<FolderState, "who">): Promise<number> {
  const id = await createFolder(actor, { description: before });
  if (isArchived) prepared.succeeded(await changeFolder(actor, id, { is_archived: true }), "archiving a folder");
  return id;
}

/** Returns the fields of a change. A name in it is one that no folder has. */
export const fieldsOf = (actor: Actor, { name, description, toggles }: ChangeShape, isArchived: boolean): Body => ({
  ...(name && { name: nameOf(name, actor.session.fresh("n"), shortestBound) }),
  ...(description !== undefined && { description }),
  ...(toggles && { is_archived: !isArchived }),
});

/** The fields that a change can set. */
const settable = ({ name, description, is_archived }: Body): Body => ({ name, description, is_archived });

/** Returns the fields of a folder before a change. @throws Unprepared: a registration does not show all of them */
async function fieldsBefore(actor: Actor, id: number): Promise<Body> {
  const folder = await folderOf(actor, id);
  for (const name of ["name", "description"]) prepared.text(folder[name], `the ${name} of a folder`);
  prepared.typed(folder.is_archived, "boolean", "is_archived of a folder");
  return settable(folder);
}

/** Changes a folder and makes sure that it becomes what it was with these fields, for whoever looks. */
export async function changes(actor: Actor, id: number, fields: Body, viewer = actor): Promise<void> {
  const { expect } = actor;
  const before = await fieldsBefore(actor, id);
  expect.succeeded(await changeFolder(actor, id, fields), `a change of ${Object.keys(fields).join(", ") || "nothing"}`);
  expect.same(settable(await shownFolder(viewer, id)), { ...before, ...fields }, "the changed folder");
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
export async function refuses(actor: Actor, id: number, { wrong, mended, by = actor, what }: Refusal): Promise<void> {
  const { expect } = actor;
  const before = await fieldsBefore(actor, id);
  expect.declined(await changeFolder(by, id, wrong), what);
  expect.same(settable(await shownFolder(actor, id)), before, "the folder after a refused change");
  await changes(actor, id, mended);
}
