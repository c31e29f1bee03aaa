import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > POST /realm/domains", "realm.domains.post", {
  "administrators-before": "Before feature level 143 administrators add domains too.",
});
