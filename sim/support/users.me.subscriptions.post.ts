import { writes } from "../protocol/endpoint.ts";
import { boolean, optional, required } from "../protocol/params.ts";
import { askedChannels } from "../requests/asked-channels.ts";
import { newChannelParams, wishesIn } from "../requests/channels.ts";
import { join } from "../requests/joining.ts";
import { principals } from "../requests/principals.ts";
import { joining } from "../rules/channels/joining.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * POST /users/me/subscriptions: subscribes the caller or others to channels, and makes those that there are not yet.
 * @reply   subscribed and already_subscribed, names of channels by user; unauthorized where such channels are no fault;
 *          new_subscription_messages_sent
 * @refuses BAD_REQUEST: guests, unknown people, bad names, no permission; UNAUTHORIZED_PRINCIPAL: retention
 */
export const subscribe = writes({
  route: "POST /users/me/subscriptions",
  params: {
    authorization_errors_fatal: optional(boolean, { fallback: true }),
    ...newChannelParams,
    principals: optional(principals, { fallback: [] }),
    subscriptions: required(askedChannels),
  },
  allow: noGuests,
  rules: ({ realm, caller, params }) => {
    const { subscriptions: asked, principals, authorization_errors_fatal: fatal } = params;
    return joining(realm, caller, { asked, principals, fatal, wishes: wishesIn(realm, params) });
  },
  effect: ({ turn, caller, params: { send_new_subscription_messages: notices, authorization_errors_fatal: fatal, announce }, found }) =>
    join(turn, caller, found, { notices, fatal, announce }),
});
