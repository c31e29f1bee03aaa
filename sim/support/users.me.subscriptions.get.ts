import { noSubscribers } from "../core/channels.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { optional } from "../protocol/params.ts";
import { withSubscribers } from "../requests/channels.ts";
import { subscriptionRecord } from "../resources/subscription.ts";

/**
 * GET /users/me/subscriptions: the caller's channels that are in use, by name.
 * @reply   subscriptions
 * @refuses BAD_REQUEST: subscribers in part, before there was that
 */
export const getSubscriptions = reads({
  route: "GET /users/me/subscriptions",
  params: { include_subscribers: optional(withSubscribers, { fallback: false }) },
  allow: anyone,
  reply: ({ realm, caller, params: { include_subscribers: includeSubscribers } }) => {
    const form = { nullNotifications: true, includeSubscribers };
    const records = [...realm.channels.values()].flatMap((channel) => {
      const own = (realm.subscribers.get(channel.id) ?? noSubscribers).all.get(caller.id);
      return own && !channel.is_archived ? [subscriptionRecord(realm, channel, own, form)] : [];
    });
    return { subscriptions: records.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
});
