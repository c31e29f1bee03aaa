import { refuse } from "../core/refusal.ts";
import { roles } from "../core/users.ts";
import { deactivate } from "../effects/set-active.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { optional, text } from "../protocol/params.ts";
import { isLastOwner } from "../rules/people/last-owner.ts";
import { ownersDecide } from "../rules/people/roles.ts";
import { userToAdminister } from "../rules/people/user-access.ts";

/**
 * DELETE /users/{user_id}: deactivates the account of a person, with its bots.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing account, a bot, deactivated already, no permission, the only owner; UNAUTHORIZED_PRINCIPAL: an owner, by
 *          anybody else
 */
export const deactivateUser = writes({
  route: "DELETE /users/{user_id}",
  params: { deactivation_notification_comment: optional(text()) },
  allow: anyone,
  rules: ({ realm, caller, path }) => {
    const user = userToAdminister(realm, caller, path.user_id);
    if (user.role === roles.owner) ownersDecide(caller);
    return isLastOwner(realm, user) ? refuse("Cannot deactivate the only organization owner") : user;
  },
  effect: ({ turn, found }) => {
    deactivate(turn, found);
    return {};
  },
});
