import fc from "fast-check";
import { folderNameBound, shownFolder } from "../../client/folders.ts";
import { recordsWith } from "../../client/registration.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { type Drawn, fields, mostly, unsupported } from "../../draw/combinators.ts";
import { administrators } from "../../draw/people.ts";
import { again, oneOf } from "../../draw/references.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { aDescription, aName, delicate, delicateLines, name, nameOf, plainName, textAtLimit } from "../../draw/texts.ts";
import { at } from "../../expect.ts";
import { shaped } from "../shaped.ts";

/** The name of a folder: at times exactly as long as it can be. */
export const folderName = (facts: TargetFacts): Drawn =>
  mostly([14, name(facts, "Kitchen", "Garden", "shed")], [1, textAtLimit("max_channel_folder_name_length", 0, "Attic")]);

export const folderDescription: Drawn = mostly([14, aDescription], [1, textAtLimit("max_channel_folder_description_length", 0)]);

const stem = "channel_folders.create.post";

export const channelFoldersCreatePost = stated(stem, {
  clauses: {
    "description-empty": "The description may be the empty text.",
  },
  call: {
    by: administrators,
    ...shaped(
      fc.record({ name: aName, description: aDescription }),
      [
        { name: plainName, description: "What it is for" },
        { name: { ...plainName, tail: delicate }, description: delicateLines },
        { name: plainName, description: "" },
      ],
      async (session, by = session.as.dana, { name, description }) => ({
        actor: by,
        route: "POST /channel_folders/create",
        fields: { name: nameOf(name, session.fresh("folder"), await folderNameBound(by)), description },
      }),
    ),
    trace: ({ actor, fields }) => recordsWith(actor, "channel_folders", "name", fields.name),
    kept: (viewer, _, { channel_folder_id: id }) => shownFolder(viewer, Number(id)),
    told: {
      types: ["channel_folder"],
      what: "a channel folder was added",
      isIt: ({ op, channel_folder: folder }, { fields }, { channel_folder_id: id }) =>
        op === "add" && at(folder, "id") === id && at(folder, "name") === fields.name,
    },
    seenBy: ["alice", "bob", "cara", "dana", "owen"],
  },
  step: {
    weight: ({ administrators: { length } }) => (length > 0 ? 3 : 1),
    draw: (facts) => {
      const as = oneOf(facts.administrators);
      const accepted = fields({ as, name: folderName(facts), description: folderDescription, colour: unsupported });
      return { accepted, refused: mostly([2, again(stem)], ...refusedByTable(stem, facts, accepted)) };
    },
    tell: (given, say) => `creates the channel folder ${say(given.name, "as name")}${rest(given, ["name"], say)}`,
    makes: { kind: "folder", field: "channel_folder_id" },
  },
  properties: {},
  mutants: () => import("./mutants.ts"),
});
