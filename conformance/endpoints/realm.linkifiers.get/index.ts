import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const realmLinkifiersGet = stated("realm.linkifiers.get", {
  clauses: {
    order: "The linkifiers stand in the order in which clients process them, the same for everybody.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
