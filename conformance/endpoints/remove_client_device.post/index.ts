import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const removeClientDevicePost = stated("remove_client_device.post", {
  clauses,
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
