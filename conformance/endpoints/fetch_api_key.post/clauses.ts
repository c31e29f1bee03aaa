import { given, like, refused, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > POST /fetch_api_key", "fetch_api_key.post", {
  "no-credentials": { says: "The endpoint needs no authentication header.", about: taken({}, { codes: "UNAUTHORIZED" }) },
  authenticates: {
    says: "The key authenticates the account at every other endpoint.",
    about: taken({ username: given, password: given }, { weight: -1 }),
  },
  "wrong-credentials": {
    says: "A password that is not the account's, and a name of nobody, give no key.",
    about: refused({ username: given, password: given }),
  },
  "near-password": {
    says: "A password that is the account's but for one character, the case of its letters or its length gives no key.",
    about: refused({ password: given }),
  },
  "directory-names": {
    says: "Where require_email_format_usernames is false, a directory user name opens its account.",
    about: taken({ username: like(/^[^@]+$/) }),
  },
  "addresses-only": {
    says: "Where require_email_format_usernames is true, a user name that is no address gives no key.",
    about: refused({ username: like(/^[^@]+$/) }),
  },
  "where-enabled": {
    says: "Where no login by password or directory is enabled, no key is given.",
    about: refused({}, { reason: /disabled|not enabled/i }),
  },
});
