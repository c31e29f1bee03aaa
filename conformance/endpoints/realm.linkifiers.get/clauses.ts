import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/linkifiers", "realm.linkifiers.get", {
  order: "The linkifiers stand in the order in which clients process them, the same for everybody.",
});
