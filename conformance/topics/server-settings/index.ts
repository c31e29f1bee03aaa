import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import * as properties from "./properties.ts";

export const serverSettings = topic("server-settings", {
  clauses: clausesOf("Resources and their fields > Server settings", "server-settings", {
    "as-registered": "The level, the version and the organization's name are those that a registration tells.",
    stable: "Asked twice, a server that nobody changes says the same of itself.",
  }),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
