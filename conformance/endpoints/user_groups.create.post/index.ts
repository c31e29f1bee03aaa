import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as settings from "./properties.settings.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const userGroupsCreatePost = endpoint("user_groups.create.post", {
  clauses,
  call,
  step,
  properties: { refusals, settings, "": properties },
  mutants: () => import("./mutants.ts"),
});
