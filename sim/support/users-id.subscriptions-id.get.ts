import { anyone, reads } from "../protocol/endpoint.ts";
import { knownChannel } from "../rules/channels/channel-access.ts";
import { isSubscribed } from "../rules/messages/access.ts";
import { userToSee } from "../rules/people/user-access.ts";

/**
 * GET /users/{user_id}/subscriptions/{stream_id}: whether an account is subscribed to a channel in use that the caller sees.
 * @reply   is_subscribed
 * @refuses BAD_REQUEST: unknown account or one without a person, unknown channel
 */
export const getSubscription = reads({
  route: "GET /users/{user_id}/subscriptions/{stream_id}",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path }) => {
    const user = userToSee(realm, caller, path.user_id);
    const channel = knownChannel(realm, caller, path.stream_id);
    return { is_subscribed: isSubscribed(realm, user, channel.id) };
  },
});
