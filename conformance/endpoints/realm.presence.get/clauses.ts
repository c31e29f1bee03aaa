import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/presence", "realm.presence.get", {
  presences: "presences is an object keyed by the API address of each user.",
  "seen-long-ago": { says: "People are there however long ago they were seen.", silent: "oldPresences" },
  "hidden-addresses": "Users who hide the address that they log in with are keyed by their API address like all others.",
  "accessible-users": "Where the server limits presence to accessible users, only their presence is returned.",
});
