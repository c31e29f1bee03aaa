import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as anchors from "./properties.anchors.ts";
import * as form from "./properties.form.ts";
import * as ids from "./properties.ids.ts";
import * as refusals from "./properties.refusals.ts";
import * as windows from "./properties.windows.ts";
import { call, step } from "./step.ts";

export const messagesGet = stated("messages.get", {
  clauses,
  call,
  step,
  properties: { anchors, form, ids, refusals, windows },
  mutants: () => import("./mutants.ts"),
});
