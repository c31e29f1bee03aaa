import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as removal from "./properties.removal.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const usersMeProfileDataPatch = endpoint("users.me.profile_data.patch", {
  clauses,
  call,
  step,
  properties: { refusals, removal, "": properties },
  mutants: () => import("./mutants.ts"),
});
