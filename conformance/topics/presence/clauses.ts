import { clausesOf } from "../../declare/clause.ts";
import { recordClauses } from "../../derive/record-clauses.ts";
import { presence } from "../../text/index.ts";

const entry = clausesOf(presence.section, presence.prefix, {
  ...recordClauses(presence),
  keys: "Each entry is an object with the keys website and aggregated.",
  identical: "What stands under aggregated equals what stands under website.",
  "pushable-absent": "pushable is absent under aggregated.",
});

const states = clausesOf("States and transitions > Presence status", "states.presence", {
  values: "The status is that which the user's clients last reported: idle or active.",
});

export const clauses = [...entry, ...states];
