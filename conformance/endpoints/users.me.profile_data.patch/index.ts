import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const usersMeProfileDataPatch = stated("users.me.profile_data.patch", {
  clauses,
  call,
  step,
  properties: { refusals, "": properties },
  mutants: () => import("./mutants.ts"),
});
