import { shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/presence", "realm.presence.get", {
  server_timestamp: { says: "server_timestamp is a number, the time at which the data was fetched.", about: shows("server_timestamp") },
  presences: { says: "presences is an object keyed by the API address of each user.", about: [shows("presences"), shows("presences[]")] },
  "hidden-addresses": {
    says: "Users who hide the address that they log in with are keyed by their API address like all others.",
    about: shows("presences[]", { change: "missing", weight: -1.5 }),
  },
  "no-parameters": { says: "The endpoint needs no parameters.", about: taken({}, { weight: 1 }) },
  "accessible-users": {
    says: "Where the server limits presence to accessible users, only their presence is returned.",
    about: shows("presences[]", { change: "extra" }),
  },
});
