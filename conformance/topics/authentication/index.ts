import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as calls from "./properties.calls.ts";
import * as keys from "./properties.keys.ts";
import * as roles from "./properties.roles.ts";
import * as properties from "./properties.ts";

export const authentication = topic("authentication", {
  clauses,
  properties: { keys, roles, "": properties },
  ofEach: [calls],
  mutants: () => import("./mutants.ts"),
});
