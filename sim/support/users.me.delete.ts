import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { deactivate } from "../effects/set-active.ts";
import { writes } from "../protocol/endpoint.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { isLastOwner } from "../rules/people/last-owner.ts";
import { peopleOnly } from "../rules/people/roles.ts";

function mayLeave(realm: Realm, user: User): void {
  const isOnlyOne = activeUsers(realm).length === 1;
  if (!isOnlyOne && !isLastOwner(realm, user)) return;
  const entity = isOnlyOne ? "user" : "organization owner";
  refuse(`Cannot deactivate the only ${entity}.`, "CANNOT_DEACTIVATE_LAST_USER", { is_last_owner: !isOnlyOne, entity });
}

/**
 * DELETE /users/me: the end of the caller's account, with its bots.
 * @reply   nothing beyond the envelope
 * @refuses CANNOT_DEACTIVATE_LAST_USER (is_last_owner, entity): the only owner, the only account; BAD_REQUEST: bots
 */
export const deactivateOwnUser = writes({
  route: "DELETE /users/me",
  params: {},
  allow: peopleOnly,
  rules: ({ realm, caller }) => mayLeave(realm, caller),
  effect: ({ turn, caller }) => {
    deactivate(turn, caller);
    return {};
  },
});
