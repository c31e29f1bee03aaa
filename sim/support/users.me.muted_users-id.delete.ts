import { refuse } from "../core/refusal.ts";
import { setMutedUsers } from "../effects/set-account.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { userToSee } from "../rules/people/user-access.ts";

/**
 * DELETE /users/me/muted_users/{muted_user_id}: the caller wants to hear of somebody again.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: a missing account, one that is not muted
 */
export const removeMutedUser = writes({
  route: "DELETE /users/me/muted_users/{muted_user_id}",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => {
    const user = userToSee(realm, caller, path.muted_user_id, { bots: true, deactivated: true });
    return caller.muted_users.has(user.id) ? user : refuse("User is not muted");
  },
  effect: ({ turn, caller, found }) => {
    setMutedUsers(turn, caller, new Map([...caller.muted_users].filter(([id]) => id !== found.id)));
    return {};
  },
});
