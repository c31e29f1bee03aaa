import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as directory from "./properties.directory.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const fetchApiKeyPost = endpoint("fetch_api_key.post", {
  clauses,
  call,
  step,
  properties: { directory, "": properties },
  mutants: () => import("./mutants.ts"),
});
