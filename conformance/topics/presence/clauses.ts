import { shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";
import { recordClauses } from "../../derive/record-clauses.ts";
import { presence } from "../../text/index.ts";

const entry = clausesOf(presence.section, presence.prefix, {
  ...recordClauses(presence, {
    client: shows(/^presences\[\]\.\w+\.client$/),
    status: shows(/^presences\[\]\.\w+\.status$/, { value: /(?!"(idle|active)" . "(idle|active)")/ }),
    timestamp: shows(/^presences\[\]\.\w+\.timestamp$/),
    pushable: shows("presences[].website.pushable"),
  }),
  keys: {
    says: "Each entry is an object with the keys website and aggregated.",
    about: shows(/^presences\[\]\.(website|aggregated)$/, { change: "missing" }),
  },
  identical: {
    says: "What stands under aggregated equals what stands under website.",
    about: shows(/^presences\[\]\.aggregated\.(status|timestamp)$/, { only: true, weight: 1.3 }),
  },
  "pushable-absent": { says: "pushable is absent under aggregated.", about: shows("presences[].aggregated.pushable") },
});

const states = clausesOf("States and transitions > Presence status", "states.presence", {
  values: {
    says: "The status is that which the user's clients last reported: idle or active.",
    about: shows(/^presences\[\]\.\w+\.status$/, { value: /"(idle|active)" \/ "(idle|active)"/, weight: 0.5 }),
  },
});

export const clauses = [...entry, ...states];
