import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as settings from "./properties.settings.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesIdDelete = stated("messages-id.delete", {
  clauses,
  call,
  step,
  properties: { settings, "": properties },
  mutants: () => import("./mutants.ts"),
});
