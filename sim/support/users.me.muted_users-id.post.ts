import { refuse } from "../core/refusal.ts";
import { muteUser } from "../effects/mute-user.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { userToSee } from "../rules/people/user-access.ts";

/**
 * POST /users/me/muted_users/{muted_user_id}: the caller no longer wants to hear of somebody. What they wrote counts as read.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: the caller, a missing account, one that is muted already
 */
export const addMutedUser = writes({
  route: "POST /users/me/muted_users/{muted_user_id}",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => {
    if (path.muted_user_id === caller.id) refuse("Cannot mute self");
    const user = userToSee(realm, caller, path.muted_user_id, { bots: true, deactivated: true });
    return caller.muted_users.has(user.id) ? refuse("User already muted") : user;
  },
  effect: ({ turn, caller, found }) => {
    muteUser(turn, caller, found);
    return {};
  },
});
