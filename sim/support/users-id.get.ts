import { anyone, reads } from "../protocol/endpoint.ts";
import { inView, userViewParams } from "../requests/user-view.ts";
import { userRecord } from "../resources/user.ts";
import { userToSee } from "../rules/people/user-access.ts";

/**
 * GET /users/{user_id}: one account, active or not.
 * @reply   user
 * @refuses BAD_REQUEST: missing, or one that the caller may not know of
 */
export const getUser = reads({
  route: "GET /users/{user_id}",
  params: userViewParams,
  allow: anyone,
  reply: ({ realm, caller, path, params }) => {
    const user = userToSee(realm, caller, path.user_id, { bots: true, deactivated: true });
    return { user: inView(userRecord(realm, user, caller, params.client_gravatar), params) };
  },
});
