import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const fetchApiKeyPost = stated("fetch_api_key.post", {
  clauses: {
    "no-credentials": "The endpoint needs no authentication header.",
    authenticates: "The key authenticates the account at every other endpoint.",
    "wrong-credentials": "A password that is not the account's, and a name of nobody, give no key.",
    "near-password": "A password that is the account's but for one character, the case of its letters or its length gives no key.",
    "directory-names": "Where require_email_format_usernames is false, a directory user name opens its account.",
    "addresses-only": "Where require_email_format_usernames is true, a user name that is no address gives no key.",
    "where-enabled": "Where no login by password or directory is enabled, no key is given.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
