import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as staged from "./properties.staged.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const serverSettingsGet = endpoint("server_settings.get", {
  clauses,
  call,
  step,
  properties: { staged, "": properties },
  mutants: () => import("./mutants.ts"),
});
