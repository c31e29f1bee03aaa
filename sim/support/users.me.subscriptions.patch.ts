import { refuse } from "../core/refusal.ts";
import { writes } from "../protocol/endpoint.ts";
import { aString, listOf } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";
import { askedChannels } from "../requests/asked-channels.ts";
import { join } from "../requests/joining.ts";
import { leave } from "../requests/leaving.ts";
import { joining } from "../rules/channels/joining.ts";
import { leaving } from "../rules/channels/leaving.ts";
import { noGuests } from "../rules/people/roles.ts";

const wishes = { invite_only: false, is_web_public: false, history_public_to_subscribers: true, is_default_stream: false };

/**
 * PATCH /users/me/subscriptions: subscribes the caller to channels and unsubscribes the caller from others.
 * @reply   those of POST and DELETE together
 * @refuses BAD_REQUEST: guests, nothing given, and what POST and DELETE refuse
 */
export const changeSubscriptions = writes({
  route: "PATCH /users/me/subscriptions",
  params: {
    add: optional(askedChannels, { fallback: [] }),
    delete: optional(json(listOf(aString)), { fallback: [] }),
  },
  allow: noGuests,
  rules: ({ realm, caller, params }) => {
    const { add: asked, delete: names } = params;
    if (asked.length + names.length === 0) refuse('Nothing to do. Specify at least one of "add" or "delete".');
    return {
      come: joining(realm, caller, { asked, principals: [], fatal: true, wishes }),
      gone: leaving(realm, caller, names, []),
    };
  },
  effect: ({ turn, caller, found: { come, gone } }) => ({ ...join(turn, caller, come), ...leave(turn, gone) }),
});
