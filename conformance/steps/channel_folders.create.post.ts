import fc from "fast-check";
import { type Drawn, fields, freshName, mostly, rest, unsupported, usually } from "./draws.ts";
import type { Op } from "./step.ts";

const long = (of: string): Drawn => fc.constantFrom(0, 1).map((plus) => ({ ref: "long", of, plus }));

export const folderName: Drawn = mostly([16, freshName("Kitchen", "kitchen", "Garden")], [1, fc.constantFrom("", "  ")]);
export const folderDescription = (known: boolean): Drawn =>
  mostly([16, fc.constantFrom("", "All *about* it")], [known ? 1 : 0, long("max_channel_folder_description_length")]);

export const channelFoldersCreatePost: Op = {
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
