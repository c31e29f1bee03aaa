import { addInvite } from "../effects/invite.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { boolean, json, optional, required, text } from "../protocol/params.ts";
import { inviteParams, wantedInvite } from "../requests/invite-params.ts";
import { invitees, leftOut } from "../rules/people/invites.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * POST /invites: invites people by their addresses. No mail is sent.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests, no permission, no address, channels or groups that cannot be given; UNAUTHORIZED_PRINCIPAL: a role that
 *          the caller cannot give; INVITATION_FAILED: addresses that are none, or that have an account, while others are invited
 */
export const sendInvites = writes({
  route: "POST /invites",
  params: {
    ...inviteParams,
    invitee_emails: required(text()),
    stream_ids: required(json(listOf(anInteger))),
    notify_referrer_on_join: optional(boolean, { fallback: true, since: "referrerNotices" }),
  },
  allow: noGuests,
  rules: (request) => ({ wanted: wantedInvite(request, "mail"), ...invitees(request.realm, request.params.invitee_emails) }),
  effect: ({ turn, params, found: { wanted, fresh, faults } }) => {
    for (const email of fresh) addInvite(turn, { ...wanted, email, notify_referrer: params.notify_referrer_on_join });
    return faults.length > 0 ? leftOut(turn.world, faults) : {};
  },
});
