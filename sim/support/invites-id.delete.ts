import { removeInvite } from "../effects/invite.ts";
import { writes } from "../protocol/endpoint.ts";
import { changeableInvite } from "../rules/people/invites.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * DELETE /invites/{invite_id}: takes back an invitation to an address.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests, no such invitation; UNAUTHORIZED_PRINCIPAL: another's
 */
export const revokeInvite = writes({
  route: "DELETE /invites/{invite_id}",
  params: {},
  allow: noGuests,
  rules: ({ realm, caller, path }) => changeableInvite(realm, caller, path.invite_id, "mail"),
  effect: ({ turn, found }) => {
    removeInvite(turn, found);
    return {};
  },
});

/** DELETE /invites/multiuse/{invite_id}: the same for a link. */
export const revokeInviteLink = writes({
  route: "DELETE /invites/multiuse/{invite_id}",
  params: {},
  allow: noGuests,
  rules: ({ realm, caller, path }) => changeableInvite(realm, caller, path.invite_id, "link"),
  effect: ({ turn, found }) => {
    removeInvite(turn, found);
    return {};
  },
});
