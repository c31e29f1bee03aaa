import fc from "fast-check";
import { changeFolder, createFolder, folderNameBound, foldersOf, shownFolder } from "../../client/folders.ts";

import { clausesOf } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, type Drawn, fields, mostly, rarely, truth, unsupported } from "../../draw/combinators.ts";
import { administrators } from "../../draw/people.ts";
import { madeThing, oneOf } from "../../draw/references.ts";
import { deferred } from "../../draw/symbols.ts";
import { aDescription, aName, delicate, delicateLines, nameOf, plainName } from "../../draw/texts.ts";
import { at, prepared } from "../../expect.ts";
import { levelOf } from "../../text/index.ts";
import { folderDescription, folderName } from "../channel_folders.create.post/index.ts";
import { shaped } from "../shaped.ts";
import * as properties from "./properties.ts";

const madeFolder: Drawn = madeThing(
  ({ folders }) => folders,
  () => true,
);

const otherName: Drawn = deferred((state, one) => {
  const own = state.thing(state.given.channel_folder_id);
  return one(state.folders.filter((each) => each !== own))?.fields.name;
});

/** A folder, and a change of it: of its name, of its description, from active to archived or back; of some or all of them. */
const aChange = fc
  .record(
    { before: aDescription, isArchived: fc.boolean(), name: aName, description: aDescription, toggles: fc.boolean() },
    { requiredKeys: ["before", "isArchived", "toggles"] },
  )
  .map((shape) => (shape.name || shape.description !== undefined ? shape : { ...shape, toggles: true }));

const idOf = (route: string): number => Number(route.split("/").at(-1));

export const channelFoldersIdPatch = stated("channel_folders-id.patch", {
  clauses: {
    name: "A name that is given becomes the folder's name; the rest stays.",
    "name-capitals": { says: "Whether a folder may get its own name in other capitals is left open.", silent: "folderCapitals" },
    description: "A description that is given becomes the folder's description; the rest stays.",
    "is-archived": "is_archived true archives the folder, false unarchives it; the rest stays.",
  },
  elsewhere: [
    ...clausesOf("Resources and their fields > Channel folder", "folder", {
      id: "A folder gets an integer id of its own when it is created.",
      name: "The name of a folder is the text that was given.",
      description: "The description of a folder is the text that was given, or empty.",
      "is-archived": "Whether a folder is archived is a boolean; a new folder is not.",
      "names-apart": { says: "Whether folders may share a name is left open.", silent: "folderNames" },
    }),
    ...clausesOf("States and transitions > Channel folder", "states.folder", {
      archive: "PATCH with is_archived true makes a folder archived.",
      unarchive: "PATCH with is_archived false makes an archived folder active again.",
      "archive-administrators": "Only an administrator archives or unarchives a folder.",
      "unarchive-name": {
        says: "The administrator is the only condition for unarchiving; another folder of the name does not stand in the way.",
        silent: "unarchivedNames",
      },
      "archive-with-channels": {
        says: "The administrator is the only condition for archiving; channels in the folder do not stand in the way.",
        silent: "folderWithChannels",
      },
    }),
  ].map((clause) => ({ ...clause, since: levelOf("channel_folders.create.post") })),
  call: {
    beside: { is_archived: { value: false } },
    by: administrators,
    ...shaped(
      aChange,
      [
        { before: "stays", isArchived: false, description: delicateLines, toggles: false },
        { before: "stays", isArchived: false, name: { ...plainName, tail: delicate }, toggles: false },
        { before: "second", isArchived: false, description: "", toggles: false },
        { before: "stays", isArchived: false, toggles: true },
        { before: "stays", isArchived: true, name: plainName, toggles: true },
        { before: "stays", isArchived: false, name: plainName, description: "newer", toggles: true },
      ],
      async (session, by = session.as.dana, { before, isArchived, name, description, toggles }) => {
        const id = await createFolder(by, { description: session.fresh(before) });
        if (isArchived) prepared.succeeded(await changeFolder(by, id, { is_archived: true }), "archiving a folder");
        const fields = {
          ...(name && { name: nameOf(name, session.fresh("n"), await folderNameBound(by)) }),
          ...(description !== undefined && { description }),
          ...(toggles && { is_archived: !isArchived }),
        };
        return { actor: by, route: `PATCH /channel_folders/${id}`, fields };
      },
    ),
    trace: ({ actor, route }) => foldersOf(actor, idOf(route)),
    kept: async (viewer, { route }) => {
      const { name, description, is_archived } = await shownFolder(viewer, idOf(route));
      return { name, description, is_archived };
    },
    told: {
      types: ["channel_folder"],
      what: "a channel folder was changed",
      isIt: ({ op, channel_folder_id: id, data }, { route, fields }) =>
        op === "update" && id === idOf(route) && Object.entries(fields).some(([name, value]) => at(data, name) === value),
    },
    seenBy: ["alice", "bob", "cara", "dana", "owen"],
  },
  step: {
    weight: ({ administrators: { length } }) => (length > 0 ? 10 : 1),
    draw: (facts) => {
      const about = { as: oneOf(facts.administrators), channel_folder_id: madeFolder };
      const accepted = mostly(
        [3, fields({ ...about, name: folderName(facts), description: rarely(folderDescription, 2), colour: unsupported })],
        [2, fields({ ...about, description: folderDescription })],
        [3, fields({ ...about, is_archived: truth, name: rarely(folderName(facts), 4) })],
        [1, fields({ ...about, is_archived: truth, order: fc.constant(3) })],
      );
      const refused = mostly(
        [3, but(accepted, { channel_folder_id: fc.constant(0) })],
        [1, but(accepted, { name: otherName })],
        ...refusedByTable("channel_folders-id.patch", facts, accepted),
      );
      return { accepted, refused };
    },
    tell: (given, say) => `changes ${say(given.channel_folder_id)}${rest(given, ["channel_folder_id"], say)}`,
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
