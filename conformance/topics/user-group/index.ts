import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as permissions from "./properties.permissions.ts";
import * as properties from "./properties.ts";

export const userGroup = topic("user-group", {
  clauses,
  properties: { permissions, "": properties },
  mutants: () => import("./mutants.ts"),
});
