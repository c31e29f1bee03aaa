import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /realm/presence", "realm.presence.get", {
  server_timestamp: "server_timestamp is a number, the time at which the data was fetched.",
  presences: "presences is an object keyed by the API address of each user.",
  "hidden-addresses": "Users who hide the address that they log in with are keyed by their API address like all others.",
  "no-parameters": "The endpoint needs no parameters.",
  "accessible-users": "Where the server limits presence to accessible users, only their presence is returned.",
});
