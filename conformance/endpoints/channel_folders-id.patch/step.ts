import fc from "fast-check";
import { createFolder } from "../../client/folders.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, rarely, truth, unsupported } from "../../draw/combinators.ts";
import { descriptionAtLimit } from "../../draw/descriptions.ts";
import type { Ground } from "../../draw/ground.ts";
import { later } from "../../draw/later.ts";
import { administrators } from "../../draw/people.ts";
import { madeThing, noneOf, oneOf } from "../../draw/references.ts";
import { folderDescription, folderName, noFolderName } from "../channel_folders.create.post/step.ts";

const madeFolder: Drawn = madeThing(
  ({ folders }) => folders,
  () => true,
);

/** The name of another folder that was made. */
const otherName: Drawn = later((course, one) => {
  const own = course.thing(course.given.channel_folder_id);
  return one(course.folders.filter((each) => each !== own))?.fields.name;
});

const change = (ground: Ground): Drawn => {
  const about = { as: oneOf(ground.administrators), channel_folder_id: madeFolder };
  return mostly(
    [3, fields({ ...about, name: folderName(ground), description: rarely(folderDescription, 2), colour: unsupported })],
    [2, fields({ ...about, description: folderDescription })],
    [3, fields({ ...about, is_archived: truth, name: rarely(folderName(ground), 4) })],
    [1, fields({ ...about, is_archived: truth, order: fc.constant(3) })],
  );
};

function refused(ground: Ground): Drawn {
  const accepted = change(ground);
  return mostly(
    [4, but(accepted, { as: noneOf(ground.administrators) })],
    [3, but(accepted, { channel_folder_id: fc.constant(0) })],
    [6, but(accepted, { name: noFolderName })],
    [1, but(accepted, { name: otherName })],
    [3, but(accepted, { description: descriptionAtLimit(1) })],
    [1, but(accepted, { is_archived: fc.constant("yes") })],
  );
}

export const step: Op = {
  route: "PATCH /channel_folders/{channel_folder_id}",
  weight: ({ administrators: { length } }) => (length > 0 ? 10 : 1),
  draw: (ground) => ({ accepted: change(ground), refused: refused(ground) }),
  tell: (given, say) => `changes ${say(given.channel_folder_id)}${rest(given, ["channel_folder_id"], say)}`,
};

export const call: Call = {
  route: "PATCH /channel_folders/{channel_folder_id}",
  since: 389,
  required: [],
  returns: {},
  beside: { is_archived: { value: false, since: 0 } },
  by: administrators,
  prepare: async (session, by = session.as.dana) => {
    const id = await createFolder(by, { name: session.fresh("folder") });
    return { actor: by, route: `PATCH /channel_folders/${id}`, fields: { description: session.fresh("described") } };
  },
  trace: ({ actor, route }) => recordsWith(actor, "channel_folders", "id", Number(route.split("/").at(-1))),
};
