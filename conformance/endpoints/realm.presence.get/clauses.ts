import { shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/presence", "realm.presence.get", {
  presences: { says: "presences is an object keyed by the API address of each user.", about: [shows("presences"), shows("presences[]")] },
  "hidden-addresses": {
    says: "Users who hide the address that they log in with are keyed by their API address like all others.",
    about: shows("presences[]", { change: "missing", weight: -1.5 }),
  },
  "accessible-users": {
    says: "Where the server limits presence to accessible users, only their presence is returned.",
    about: shows("presences[]", { change: "extra" }),
  },
});
