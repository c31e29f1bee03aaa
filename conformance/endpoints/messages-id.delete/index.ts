import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as settings from "./properties.settings.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesIdDelete = endpoint("messages-id.delete", {
  clauses,
  call,
  step,
  properties: { settings, "": { ...properties, ...refusals } },
  mutants: () => import("./mutants.ts"),
});
