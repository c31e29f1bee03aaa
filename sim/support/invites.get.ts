import { openInvites } from "../core/invites.ts";
import { isAdministrator } from "../core/users.ts";
import { reads } from "../protocol/endpoint.ts";
import { inviteRecord } from "../resources/invite.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * GET /invites: the invitations that still hold: for administrators all, for others their own.
 * @reply   invites
 * @refuses BAD_REQUEST: guests
 */
export const getInvites = reads({
  route: "GET /invites",
  params: {},
  allow: noGuests,
  reply: ({ realm, caller }) => ({
    invites: openInvites(realm)
      .filter(({ user_id }) => isAdministrator(caller) || user_id === caller.id)
      .map((invite) => inviteRecord(realm, invite)),
  }),
});
