import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as replica from "./properties.replica.ts";
import * as properties from "./properties.ts";
import { eventsGet, registerPost } from "./step.ts";

export const events = topic("events", {
  clauses,
  properties: { "": properties, replica },
  steps: { "register.post": registerPost, "events.get": eventsGet },
  mutants: () => import("./mutants.ts"),
});
