import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const callsVcCreatePost = stated("calls.vc.create.post", {
  clauses,
  call,
  step,
  properties: { "": properties },
  events: ["has_vc_token"],
  mutants: () => import("./mutants.ts"),
});
