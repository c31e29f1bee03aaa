import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const realmPresenceGet = stated("realm.presence.get", {
  clauses,
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
