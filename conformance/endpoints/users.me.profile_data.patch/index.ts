import { stated } from "../../declare/folder.ts";
import * as refusals from "./properties.refusals.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const usersMeProfileDataPatch = stated("users.me.profile_data.patch", {
  clauses: {
    stores: "Each value in data becomes the caller's value of the field with its id.",
    "several-fields": "Several fields may be set in one request.",
    "short-text": "A field of short text takes text.",
    "long-text": "A field of long text takes text.",
    "list-of-options": "A field with options takes the key of one of them and nothing else.",
    date: "A date field takes a date and nothing else.",
    link: "A link field takes a URL and nothing else.",
    "link-hosts": { says: "A link field takes a URL whatever its host.", silent: "linkHosts" },
    users: "A field of type Users takes an array of user ids, and no other field does.",
    "external-account": "A field for an external account takes text.",
    pronouns: "A field for pronouns takes text.",
    "null-removes": { says: "Null removes the stored value.", silent: "nullProfileValue" },
    restricted: { says: "A field that the caller may not edit is refused with BAD_REQUEST.", since: 296 },
    "unknown-field": "An id of no field is refused with BAD_REQUEST.",
    "no-trace": "Where one value is refused, none is stored.",
  },
  call,
  step,
  properties: { refusals, "": properties },
  mutants: () => import("./mutants.ts"),
});
