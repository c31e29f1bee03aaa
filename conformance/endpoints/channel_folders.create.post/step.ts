import fc from "fast-check";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { type Drawn, fields, mostly, unsupported, usually } from "../../draw/combinators.ts";
import { administrators } from "../../draw/people.ts";
import { freshName } from "../../draw/references.ts";

const long = (of: string): Drawn => fc.constantFrom(0, 1).map((plus) => ({ ref: "long", of, plus }));

export const folderName: Drawn = mostly([16, freshName("Kitchen", "kitchen", "Garden")], [1, fc.constantFrom("", "  ")]);

export const folderDescription = (known: boolean): Drawn =>
  mostly([16, fc.constantFrom("", "All *about* it")], [known ? 1 : 0, long("max_channel_folder_description_length")]);

export const step: Op = {
  route: "POST /channel_folders/create",
  about: ["channel_folders.create.post/"],
  weight: () => 2,
  by: ({ administrators }) => administrators,
  draw: ({ known }) =>
    fields({
      name: usually(mostly([12, folderName], [known ? 1 : 0, long("max_channel_folder_name_length")])),
      description: usually(folderDescription(known)),
      colour: unsupported,
    }),
  tell: (given, say) => `creates the channel folder ${say(given.name)}${rest(given, ["name"], say)}`,
  makes: { kind: "folder", field: "channel_folder_id" },
};

export const call: Call = {
  route: "POST /channel_folders/create",
  since: 389,
  required: ["name", "description"],
  returns: { channel_folder_id: "integer" },
  by: administrators,
  prepare: async (session, by = session.as.dana) => {
    const fields = { name: session.fresh("folder"), description: "Made to be looked at" };
    return { actor: by, route: "POST /channel_folders/create", fields };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "channel_folders", "name", fields.name),
};
