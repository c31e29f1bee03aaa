import { addInvite } from "../effects/invite.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";
import { inviteParams, wantedInvite } from "../requests/invite-params.ts";
import { inviteLink } from "../resources/invite.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * POST /invites/multiuse: a link by which anybody can join.
 * @reply   invite_link
 * @refuses BAD_REQUEST: guests, no permission, channels or groups that cannot be given; UNAUTHORIZED_PRINCIPAL: a role that the caller
 *          cannot give
 */
export const addInviteLink = writes({
  route: "POST /invites/multiuse",
  params: { ...inviteParams, stream_ids: optional(json(listOf(anInteger)), { fallback: [] }) },
  allow: noGuests,
  rules: (request) => wantedInvite(request, "link"),
  effect: ({ turn, found }) => ({
    invite_link: inviteLink(turn.world, addInvite(turn, { ...found, email: undefined, notify_referrer: true })),
  }),
});
