import { absent, given, leaves, like, long, refused, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const update = clausesOf("Endpoints > PATCH /channel_folders/{channel_folder_id}", "channel_folders-id.patch", {
  name: {
    says: "A name that is given becomes the folder's name; the rest stays.",
    about: [taken({ name: given }), leaves("Channel folder.name", { name: given }), leaves(/channel_folder/, { name: given })],
  },
  "name-non-empty": { says: "The empty name is refused.", about: refused({ name: like(/^\s*$/) }) },
  "name-bound": {
    about: [refused({ name: long }), taken({ name: long })],
    says: "A name may be as long as max_channel_folder_name_length, not longer.",
    since: 410,
  },
  "name-capitals": {
    about: [refused({ name: like(/[A-Z]/) }, { weight: -1 }), taken({ name: like(/[A-Z]/) }, { weight: -1 })],
    says: "Whether a folder may get its own name in other capitals is left open.",
    silent: "folderCapitals",
  },
  description: {
    says: "A description that is given becomes the folder's description; the rest stays.",
    about: [
      taken({ description: given }),
      leaves("Channel folder.description", { description: given }),
      leaves(/channel_folder/, { description: given }),
    ],
  },
  "description-bound": {
    about: [refused({ description: long }), taken({ description: long })],
    says: "A description may be as long as max_channel_folder_description_length, not longer.",
    since: 410,
  },
  "is-archived": {
    says: "is_archived true archives the folder, false unarchives it; the rest stays.",
    about: [
      taken({ is_archived: given }),
      leaves("Channel folder.is_archived", { is_archived: given }),
      leaves(/channel_folder/, { is_archived: given }),
    ],
  },
  "all-optional": { says: "No parameter is required.", about: taken({ name: absent, description: absent, is_archived: absent }) },
  together: {
    says: "All parameters may be given at once, and all take effect.",
    about: [
      taken({ name: given, description: given }),
      leaves("Channel folder", { name: given, description: given }),
      leaves("Channel folder", { description: given, is_archived: given }),
    ],
  },
  administrators: {
    says: "Only administrators change folders; an owner counts as one.",
    about: [
      refused({}, { codes: "UNAUTHORIZED_PRINCIPAL" }),
      refused({}, { reason: /administrator/i }),
      taken({}, { by: ["administrator", "owner"], codes: "UNAUTHORIZED_PRINCIPAL" }),
    ],
  },
  "unknown-id": {
    says: "An id of no folder is refused with BAD_REQUEST.",
    about: refused({ channel_folder_id: given }, { codes: "BAD_REQUEST", reason: /invalid.*folder|folder id/i }),
  },
  "no-trace": { says: "A change that is refused leaves the folder as it was.", about: leaves("Channel folder", {}, { was: "refused" }) },
});

export const clauses = since(389, update);
