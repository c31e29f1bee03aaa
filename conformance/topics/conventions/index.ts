import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as calls from "./properties.calls.ts";
import * as parameters from "./properties.parameters.ts";
import * as properties from "./properties.ts";

export const conventions = topic("conventions", {
  clauses,
  properties: { "": properties },
  ofEach: [calls, parameters],
  mutants: () => import("./mutants.ts"),
});
