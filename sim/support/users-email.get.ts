import { anyone, reads } from "../protocol/endpoint.ts";
import { inView, userViewParams } from "../requests/user-view.ts";
import { userRecord } from "../resources/user.ts";
import { userAtAddress } from "../rules/people/user-access.ts";

/**
 * GET /users/{email}: one account by its address, active or not.
 * @reply   user
 * @refuses BAD_REQUEST: missing, or one that the caller may not know of
 */
export const getUserByAddress = reads({
  route: "GET /users/{email:text}",
  params: userViewParams,
  allow: anyone,
  reply: ({ realm, caller, path, params }) => {
    const user = userAtAddress(realm, caller, path.email);
    return { user: inView(userRecord(realm, user, caller, params.client_gravatar), params) };
  },
});
