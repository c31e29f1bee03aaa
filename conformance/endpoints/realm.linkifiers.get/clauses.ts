import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/linkifiers", "realm.linkifiers.get", {
  linkifiers: "The answer has all linkifiers as the array linkifiers.",
  order: "The linkifiers stand in the order in which clients process them, the same for everybody.",
  "no-parameters": "The endpoint needs no parameters.",
});
