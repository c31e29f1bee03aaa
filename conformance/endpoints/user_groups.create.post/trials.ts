import type { Actor } from "../../client/actor.ts";
import { createGroup, createShown, groupsOf } from "../../client/groups.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { type NameShape, nameOf } from "../../draw/names.ts";
import type { Body } from "../../expect.ts";

/** The code points that names of groups are kept within, as the specification says no bound. */
const nameLength = 60;

/** Returns the name of a shape, which no group on the server has. */
export const groupName = (session: Session, shape: NameShape): string => nameOf(shape, session.fresh("g"), nameLength);

export type Look = (reply: Reply) => void;

/** A request that makes a group, under a name and with a description that no other group has. */
interface NewGroup extends Body {
  readonly name: string;
  readonly description: string;
}

/** Returns the fields of a group without members. */
export const newGroup = (session: Session): NewGroup => ({ name: session.fresh("g"), description: session.fresh("d"), members: [] });

/** Requires a refusal that leaves no group, and that the mended request makes one. */
export async function refuses(actor: Actor, wrong: Body, mended: NewGroup, look: Look): Promise<void> {
  const { expect } = actor;
  await createGroup(actor);
  look(await actor.send("POST /user_groups/create", wrong));
  const left = (await groupsOf(actor)).filter(({ name, description }) => name === mended.name || description === mended.description);
  expect.same(left, [], "the groups that a refused creation leaves");
  expect.same((await createShown(actor, mended)).name, mended.name, "the name of the group of the mended request");
}
