import { renewInvite } from "../effects/invite.ts";
import { writes } from "../protocol/endpoint.ts";
import { changeableInvite } from "../rules/people/invites.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * POST /invites/{invite_id}/resend: invites somebody again, as long as at first. No mail is sent.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests, no such invitation; UNAUTHORIZED_PRINCIPAL: another's
 */
export const resendInvite = writes({
  route: "POST /invites/{invite_id}/resend",
  params: {},
  allow: noGuests,
  rules: ({ realm, caller, path }) => changeableInvite(realm, caller, path.invite_id, "mail"),
  effect: ({ turn, found }) => {
    renewInvite(turn, found);
    return {};
  },
});
