import { stated } from "../../declare/folder.ts";
import { bareGet } from "../bare-get.ts";
import * as properties from "./properties.ts";

export const realmLinkifiersGet = stated("realm.linkifiers.get", {
  clauses: {
    order: "The linkifiers stand in the order in which clients process them, the same for everybody.",
  },
  ...bareGet("GET /realm/linkifiers", "fetches the linkifiers"),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
