import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as permissions from "./properties.permissions.ts";
import * as states from "./properties.states.ts";
import * as properties from "./properties.ts";

export const userGroup = topic("user-group", {
  clauses,
  properties: { permissions, states, "": properties },
  mutants: () => import("./mutants.ts"),
});
