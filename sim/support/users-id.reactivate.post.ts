import { setActive } from "../effects/set-active.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { userToAdminister } from "../rules/user-access.ts";

/**
 * POST /users/{user_id}/reactivate: gives an account back. Nothing happens to one that is active.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing account, no permission
 */
export const reactivateUser = writes({
  route: "POST /users/{user_id}/reactivate",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => userToAdminister(realm, caller, path.user_id, { bots: true, deactivated: true }),
  effect: ({ turn, found }) => {
    setActive(turn, found, true);
    return {};
  },
});
