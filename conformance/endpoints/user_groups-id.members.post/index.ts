import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as told from "./properties.told.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const userGroupsIdMembersPost = endpoint("user_groups-id.members.post", {
  clauses,
  call,
  step,
  properties: { refusals, told, "": properties },
  mutants: () => import("./mutants.ts"),
});
