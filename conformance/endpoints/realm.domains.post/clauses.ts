import { taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > POST /realm/domains", "realm.domains.post", {
  "administrators-before": {
    says: "Before feature level 143 administrators add domains too.",
    about: taken({}, { by: ["administrator"], until: 143 }),
  },
});
