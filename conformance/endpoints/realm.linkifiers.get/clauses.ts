import { shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/linkifiers", "realm.linkifiers.get", {
  order: {
    says: "The linkifiers stand in the order in which clients process them, the same for everybody.",
    about: [shows("Linkifier.pattern", { differences: 3 }), shows("Linkifier.id", { differences: 3, weight: -0.5 })],
  },
});
