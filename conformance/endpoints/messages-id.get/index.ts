import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as bots from "./properties.bots.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesIdGet = endpoint("messages-id.get", {
  clauses,
  call,
  step,
  properties: { bots, "": properties },
  mutants: () => import("./mutants.ts"),
});
