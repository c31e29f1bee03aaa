import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { presence as record } from "../../text/index.ts";
import * as properties from "./properties.ts";

const entry = clausesOf(record.section, record.prefix, {
  ...recordClauses(record),
  keys: "Each entry is an object with the keys website and aggregated.",
  identical: "What stands under aggregated equals what stands under website.",
  "pushable-absent": "pushable is absent under aggregated.",
});

const states = clausesOf("States and transitions > Presence status", "states.presence", {
  values: "The status is that which the user's clients last reported: idle or active.",
});

export const presence = topic("presence", {
  clauses: [...entry, ...states],
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
