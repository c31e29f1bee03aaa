import fc from "fast-check";
import { createFolder } from "../../client/folders.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, rarely, unsupported } from "../../draw/combinators.ts";
import { administrators } from "../../draw/people.ts";
import { made } from "../../draw/references.ts";
import { folderDescription, folderName } from "../channel_folders.create.post/step.ts";

export const step: Op = {
  route: "PATCH /channel_folders/{channel_folder_id}",
  about: ["channel_folders-id.patch/", "folder/", "states.folder/"],
  weight: () => 2,
  by: ({ administrators }) => administrators,
  draw: ({ known }) =>
    fields({
      channel_folder_id: mostly([20, made("folder")], [1, 0]),
      name: rarely(folderName, 3),
      description: rarely(folderDescription(known), 3),
      is_archived: mostly([3, true], [2, false], [3, undefined], [1, "yes"]),
      order: rarely(fc.constant(3), 40),
      colour: unsupported,
    }),
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
