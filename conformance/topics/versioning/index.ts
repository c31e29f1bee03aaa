import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as ahead from "./properties.ahead.ts";
import * as properties from "./properties.ts";

export const versioning = topic("versioning", {
  clauses,
  properties: {
    "": properties,
    "ahead.endpoints": ahead.endpoints,
    "ahead.parameters": ahead.parameters,
    "ahead.fields": ahead.fields,
    "ahead.values": ahead.values,
    "ahead.codes": ahead.codes,
  },
  mutants: () => import("./mutants.ts"),
});
