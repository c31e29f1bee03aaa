import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as absent from "./properties.absent.ts";
import * as anchors from "./properties.anchors.ts";
import * as dates from "./properties.dates.ts";
import * as form from "./properties.form.ts";
import * as ids from "./properties.ids.ts";
import * as listed from "./properties.listed.ts";
import * as refusals from "./properties.refusals.ts";
import * as windows from "./properties.windows.ts";
import { call, step } from "./step.ts";

export const messagesGet = endpoint("messages.get", {
  clauses,
  call,
  step,
  properties: { absent, anchors, dates, form, ids, listed, refusals, windows },
  mutants: () => import("./mutants.ts"),
});
