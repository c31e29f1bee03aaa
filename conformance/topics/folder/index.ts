import { clausesOf, since } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";
import * as properties from "./properties.ts";

const resource = clausesOf("Resources and their fields > Channel folder", "folder", {
  id: "A folder gets an integer id of its own when it is created.",
  name: "The name of a folder is the text that was given.",
  description: "The description of a folder is the text that was given, or empty.",
  "is-archived": "Whether a folder is archived is a boolean; a new folder is not.",
  "names-apart": { says: "Whether folders may share a name is left open.", silent: "folderNames" },
});

const states = clausesOf("States and transitions > Channel folder", "states.folder", {
  archive: "PATCH with is_archived true makes a folder archived.",
  unarchive: "PATCH with is_archived false makes an archived folder active again.",
  "archive-administrators": "Only an administrator archives or unarchives a folder.",
  "archive-with-channels": {
    says: "The administrator is the only condition for archiving; channels in the folder do not stand in the way.",
    silent: "folderWithChannels",
  },
});

export const folder = topic("folder", {
  clauses: since(levelOf("channel_folders.create.post"), [...resource, ...states]),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
