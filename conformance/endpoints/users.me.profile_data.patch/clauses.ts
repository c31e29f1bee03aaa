import { given, leaves, like, refused, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > PATCH /users/me/profile_data", "users.me.profile_data.patch", {
  stores: {
    says: "Each value in data becomes the caller's value of the field with its id.",
    about: [taken({ data: given }, { weight: 1.6 }), leaves(/profile_data|^events\[realm_user\]/, { data: given }, { weight: 0.7 })],
  },
  "several-fields": {
    says: "Several fields may be set in one request.",
    about: [
      taken({ data: like(/"id".*"id"/) }),
      leaves(/profile_data|^events\[realm_user\]/, { data: like(/"id".*"id"/) }, { weight: 0.6 }),
    ],
  },
  "short-text": {
    says: "A field of short text takes text.",
    about: [taken({ data: given }, { weight: -1 }), refused({ data: given }, { reason: /(^|\W)text|too long|string/i })],
  },
  "long-text": {
    says: "A field of long text takes text.",
    about: [taken({ data: given }, { weight: -1 }), refused({ data: given }, { reason: /text|too long|string/i, weight: -0.5 })],
  },
  "list-of-options": {
    says: "A field with options takes the key of one of them and nothing else.",
    about: refused({ data: given }, { reason: /choice|option/i }),
  },
  date: { says: "A date field takes a date and nothing else.", about: refused({ data: given }, { reason: /date/i }) },
  link: { says: "A link field takes a URL and nothing else.", about: refused({ data: given }, { reason: /url/i }) },
  users: {
    says: "A field of type Users takes an array of user ids, and no other field does.",
    about: [refused({ data: given }, { reason: /user id|list/i }), refused({ data: like(/\[\d/) }, { weight: 0.5 })],
  },
  "external-account": { says: "A field for an external account takes text.", about: taken({ data: given }, { weight: -1.5 }) },
  pronouns: { says: "A field for pronouns takes text.", about: taken({ data: given }, { weight: -1.5 }) },
  "null-removes": {
    about: [taken({ data: like(/null/) }), leaves(/profile_data|^events\[realm_user\]/, { data: like(/null/) }, { weight: 0.5 })],
    says: "Null removes the stored value.",
    silent: "nullProfileValue",
  },
  restricted: {
    about: refused({ data: given }, { reason: /not allowed|administrator/i }),
    says: "A field that the caller may not edit is refused with BAD_REQUEST.",
    since: 296,
  },
  "unknown-field": {
    says: "An id of no field is refused with BAD_REQUEST.",
    about: refused({ data: like(/^\[\{/) }, { codes: "BAD_REQUEST" }),
  },
  "no-trace": { says: "Where one value is refused, none is stored.", about: leaves(/profile_data/, {}, { was: "refused" }) },
});
