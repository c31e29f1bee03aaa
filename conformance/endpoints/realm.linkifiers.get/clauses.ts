import { shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/linkifiers", "realm.linkifiers.get", {
  linkifiers: {
    says: "The answer has all linkifiers as the array linkifiers.",
    about: [shows("linkifiers"), shows("linkifiers", { change: "missing" })],
  },
  order: {
    says: "The linkifiers stand in the order in which clients process them, the same for everybody.",
    about: [shows("Linkifier.pattern", { differences: 3 }), shows("Linkifier.id", { differences: 3, weight: -0.5 })],
  },
  "no-parameters": { says: "The endpoint needs no parameters.", about: taken({}, { weight: 1 }) },
});
