import { anyone, writes } from "../protocol/endpoint.ts";
import { aString, listOf } from "../protocol/json.ts";
import { json, optional, required } from "../protocol/params.ts";
import { leave } from "../requests/leaving.ts";
import { principals } from "../requests/principals.ts";
import { leaving } from "../rules/channels/leaving.ts";

/**
 * DELETE /users/me/subscriptions: unsubscribes the caller or others from channels.
 * @reply   removed and not_removed, names of channels
 * @refuses BAD_REQUEST: unknown people, names that no channel has, no permission to remove others
 */
export const unsubscribe = writes({
  route: "DELETE /users/me/subscriptions",
  params: {
    principals: optional(principals, { fallback: [] }),
    subscriptions: required(json(listOf(aString))),
  },
  allow: anyone,
  rules: ({ realm, caller, params }) => leaving(realm, caller, params.subscriptions, params.principals),
  effect: ({ turn, found }) => leave(turn, found),
});
