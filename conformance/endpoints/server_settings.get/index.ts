import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import { fields } from "./fields.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const serverSettingsGet = stated("server_settings.get", {
  clauses,
  call,
  step,
  properties: { fields, "": properties },
  mutants: () => import("./mutants.ts"),
});
