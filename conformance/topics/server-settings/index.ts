import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";

export const serverSettings = topic("server-settings", {
  clauses,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
