import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as search from "./properties.search.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesMatchesNarrowGet = stated("messages.matches_narrow.get", {
  clauses,
  call,
  step,
  properties: { "": properties, search },
  mutants: () => import("./mutants.ts"),
});
