import { given, is, leaves, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const resource = clausesOf("Resources and their fields > Channel folder", "folder", {
  id: {
    says: "A folder gets an integer id of its own when it is created.",
    about: [
      shows("channel_folder_id", { on: "channel_folders.create.post", weight: -0.2 }),
      leaves("Channel folder.id", {}, { of: "channel_folders.create.post" }),
    ],
  },
  name: {
    says: "The name of a folder is the text that was given.",
    about: [
      leaves("Channel folder.name", { name: given }, { of: "channel_folders.create.post" }),
      leaves(/^events\[channel_folder\]\.data\.name$/, { name: given }, { of: "channel_folders-id.patch", weight: -0.2 }),
    ],
  },
  description: {
    says: "The description of a folder is the text that was given, or empty.",
    about: leaves("Channel folder.description", { description: given }, { of: "channel_folders.create.post" }),
  },
  "is-archived": {
    says: "Whether a folder is archived is a boolean; a new folder is not.",
    about: [shows("Channel folder.is_archived", { weight: -1 })],
  },
  "names-apart": {
    about: [
      refused({ name: given }, { on: ["channel_folders.create.post", "channel_folders-id.patch"], weight: -1 }),
      taken({ name: given }, { on: ["channel_folders.create.post", "channel_folders-id.patch"], weight: -1 }),
      leaves("channel_folders", { name: given }, { of: "channel_folders.create.post", weight: -1 }),
    ],
    says: "Whether folders may share a name is left open.",
    silent: "folderNames",
  },
});

const states = clausesOf("States and transitions > Channel folder", "states.folder", {
  archive: {
    says: "PATCH with is_archived true makes a folder archived.",
    about: [
      taken({ is_archived: is(true, "true") }, { on: "channel_folders-id.patch" }),
      leaves("Channel folder.is_archived", { is_archived: is(true, "true") }, { of: "channel_folders-id.patch" }),
    ],
  },
  unarchive: {
    says: "PATCH with is_archived false makes an archived folder active again.",
    about: [
      taken({ is_archived: is(false, "false") }, { on: "channel_folders-id.patch" }),
      leaves("Channel folder.is_archived", { is_archived: is(false, "false") }, { of: "channel_folders-id.patch" }),
    ],
  },
  "archive-administrators": {
    says: "Only an administrator archives or unarchives a folder.",
    about: refused({ is_archived: given }, { on: "channel_folders-id.patch", codes: "UNAUTHORIZED_PRINCIPAL" }),
  },
  "archive-with-channels": {
    about: taken({ is_archived: is(true, "true") }, { on: "channel_folders-id.patch", weight: -0.2 }),
    says: "The administrator is the only condition for archiving; channels in the folder do not stand in the way.",
    silent: "folderWithChannels",
  },
});

export const clauses = since(389, [...resource, ...states]);
