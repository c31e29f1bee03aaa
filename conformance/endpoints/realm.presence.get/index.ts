import { clausesOf } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { presence as record } from "../../text/index.ts";
import { bareGet } from "../bare-get.ts";
import * as properties from "./properties.ts";

export const realmPresenceGet = stated("realm.presence.get", {
  clauses: {
    presences: "presences is an object keyed by the API address of each user.",
    "hidden-addresses": "Users who hide the address that they log in with are keyed by their API address like all others.",
    "accessible-users": "Where the server limits presence to accessible users, only their presence is returned.",
    "seen-long-ago": { says: "People are there however long ago they were seen.", silent: "oldPresences" },
  },
  elsewhere: [
    ...clausesOf(record.section, record.prefix, {
      ...recordClauses(record),
      keys: "Each entry is an object with the keys website and aggregated.",
      identical: "What stands under aggregated equals what stands under website.",
      "pushable-absent": "pushable is absent under aggregated.",
    }),
    ...clausesOf("States and transitions > Presence status", "states.presence", {
      values: "The status is that which the user's clients last reported: idle or active.",
    }),
  ],
  ...bareGet("GET /realm/presence", "asks who is there"),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
