import { stated } from "../../declare/folder.ts";
import { call, step } from "./step.ts";

export const realmDomainsPost = stated("realm.domains.post", {
  clauses: {},
  call,
  step,
  properties: {},
  mutants: () => import("./mutants.ts"),
});
