import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as codes from "./properties.codes.ts";
import * as messages from "./properties.messages.ts";
import * as traces from "./properties.traces.ts";
import * as properties from "./properties.ts";

export const errors = topic("errors", {
  clauses,
  properties: { codes, traces, "": { ...messages, ...properties } },
  mutants: () => import("./mutants.ts"),
});
