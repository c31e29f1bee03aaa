import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as calls from "./properties.calls.ts";
import * as properties from "./properties.ts";

export const authentication = topic("authentication", {
  clauses,
  properties: { "": properties },
  ofEach: [calls],
  mutants: () => import("./mutants.ts"),
});
