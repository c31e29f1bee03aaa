import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const realmDomainsPost = stated("realm.domains.post", {
  clauses: {
    "administrators-before": "Before feature level 143 administrators add domains too.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
