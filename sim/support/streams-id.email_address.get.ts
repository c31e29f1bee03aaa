import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refusePermission } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { integer, optional } from "../protocol/params.ts";
import { channelAddress } from "../resources/channel-address.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { userToSee } from "../rules/people/user-access.ts";

/** In whose name mail to the address is sent: the server's, the caller's, or a bot's of the caller. */
function senderOf(realm: Realm, caller: User, id: number | undefined): string {
  if (id === undefined || realm.users.get(id as User["id"])?.is_system_bot) return "server";
  const sender = userToSee(realm, caller, id, { bots: true });
  return sender === caller || sender.bot_owner === caller.id ? `user ${sender.id}` : refusePermission();
}

/**
 * GET /streams/{stream_id}/email_address: where mail becomes messages of a channel. None is received.
 * @reply   email
 * @refuses BAD_REQUEST: unknown channel, mail in another's name
 */
export const getEmailAddress = reads({
  route: "GET /streams/{stream_id}/email_address",
  since: "channelEmails",
  params: { sender_id: optional(integer, { since: "channelEmailSenders" }) },
  allow: anyone,
  reply: ({ realm, caller, path, params }) => {
    const channel = accessibleChannel(realm, caller, path.stream_id);
    const own = has(realm, "channelEmailSenders") ? `${caller.id} as ${senderOf(realm, caller, params.sender_id)}` : "";
    return { email: channelAddress(realm, channel, own) };
  },
});
