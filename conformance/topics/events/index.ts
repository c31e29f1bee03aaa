import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";
import { eventsGet } from "./step.events.ts";
import { registerPost } from "./step.register.ts";

export const events = topic("events", {
  clauses,
  properties: { "": properties },
  steps: { "register.post": registerPost, "events.get": eventsGet },
  mutants: () => import("./mutants.ts"),
});
