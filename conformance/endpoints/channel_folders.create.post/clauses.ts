import { absent, given, is, leaves, like, long, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const creation = clausesOf("Endpoints > POST /channel_folders/create", "channel_folders.create.post", {
  succeeds: {
    says: "An administrator who gives a name and a description creates a folder.",
    about: [
      taken({ name: given, description: given }, { weight: 1 }),
      taken({}, { on: "channel_folders-id.patch", after: "channel_folders.create.post", reason: /invalid channel folder/i }),
      leaves("events[channel_folder]", {}, { change: "missing" }),
    ],
  },
  "channel-folder-id": {
    says: "The answer has the new folder's id as the integer channel_folder_id.",
    about: [shows("channel_folder_id"), leaves("Channel folder.id")],
  },
  administrators: {
    says: "Only administrators create folders; an owner counts as one.",
    about: [
      refused({}, { codes: "UNAUTHORIZED_PRINCIPAL" }),
      taken({}, { by: ["administrator", "owner"], codes: "UNAUTHORIZED_PRINCIPAL", weight: 1 }),
    ],
  },
  "code-unauthorized-principal": {
    says: "A caller who is not an administrator is refused with UNAUTHORIZED_PRINCIPAL.",
    about: refused({}, { codes: "UNAUTHORIZED_PRINCIPAL", place: "code" }),
  },
  "name-required": { says: "The name is required.", about: refused({ name: absent }) },
  "name-non-empty": { says: "The empty name is refused.", about: refused({ name: like(/^\s*$/) }) },
  "name-bound": {
    about: [refused({ name: long }), taken({ name: long })],
    says: "A name may be as long as max_channel_folder_name_length, not longer.",
    since: 410,
  },
  "description-required": { says: "The description has to be in the request.", about: refused({ description: absent }) },
  "description-empty": {
    says: "The description may be the empty text.",
    about: [taken({ description: is("") }, { weight: 2.7 }), leaves("Channel folder.description", { description: is("") })],
  },
  "description-bound": {
    about: [refused({ description: long }), taken({ description: long })],
    says: "A description may be as long as max_channel_folder_description_length, not longer.",
    since: 410,
  },
});

export const clauses = since(389, creation);
