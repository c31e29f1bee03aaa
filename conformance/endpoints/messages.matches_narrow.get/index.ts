import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as subject from "./properties.subject.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesMatchesNarrowGet = endpoint("messages.matches_narrow.get", {
  clauses,
  call,
  step,
  properties: { "": properties, subject },
  mutants: () => import("./mutants.ts"),
});
