import { clausesOf } from "../../declare/clause.ts";

const entry = clausesOf("Resources and their fields > Presence entry", "presence", {
  keys: "Each entry is an object with the keys website and aggregated.",
  identical: "What stands under aggregated equals what stands under website.",
  client: "client is always website.",
  status: "status is idle or active.",
  timestamp: "timestamp is an integer of UNIX seconds.",
  pushable: "pushable is false under website.",
  "pushable-absent": "pushable is absent under aggregated.",
});

const states = clausesOf("States and transitions > Presence status", "states.presence", {
  values: "The status is that which the user's clients last reported: idle or active.",
});

export const clauses = [...entry, ...states];
