import { reactivate } from "../effects/set-active.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { userToAdminister } from "../rules/people/user-access.ts";

/**
 * POST /users/{user_id}/reactivate: gives an account back, of which everybody is told, even where it is active already.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing account, no permission
 */
export const reactivateUser = writes({
  route: "POST /users/{user_id}/reactivate",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => userToAdminister(realm, caller, path.user_id, { bots: true, deactivated: true }),
  effect: ({ turn, found }) => {
    reactivate(turn, found);
    return {};
  },
});
