import fc from "fast-check";
import { recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { fields, made, mostly, rarely, rest, unsupported } from "../../draw/draws.ts";
import { prepared } from "../../expect.ts";
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

async function folderOf(session: Session): Promise<number> {
  const fields = { name: session.fresh("folder"), description: "" };
  const { channel_folder_id } = prepared.succeeded(await session.as.dana.send("POST /channel_folders/create", fields), "a new folder");
  return channel_folder_id as number;
}

export const call: Call = {
  route: "PATCH /channel_folders/{channel_folder_id}",
  since: 389,
  required: [],
  returns: {},
  beside: { is_archived: { value: false, since: 0 } },
  prepare: async (session) => ({
    actor: session.as.dana,
    route: `PATCH /channel_folders/${await folderOf(session)}`,
    fields: { description: session.fresh("described") },
  }),
  trace: ({ actor, route }) => recordsWith(actor, "channel_folders", "id", Number(route.split("/").at(-1))),
};
