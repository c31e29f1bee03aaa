import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as interference from "./properties.interference.ts";
import * as properties from "./properties.ts";

export const visibility = topic("visibility", {
  clauses,
  properties: { interference, "": properties },
  mutants: () => import("./mutants.ts"),
});
