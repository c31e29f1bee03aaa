import { anyone, reads } from "../protocol/endpoint.ts";
import { statusRecord } from "../resources/personal.ts";
import { userToSee } from "../rules/people/user-access.ts";

/**
 * GET /users/{user_id}/status: what a person says of themselves for now.
 * @reply   status, an empty object where nothing is said
 * @refuses BAD_REQUEST: missing or deactivated account, a bot, one that the caller may not know of
 */
export const getStatus = reads({
  route: "GET /users/{user_id}/status",
  since: "userStatusFetch",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path }) => {
    const user = userToSee(realm, caller, path.user_id);
    return { status: statusRecord(realm, realm.statuses.get(user.id), user) };
  },
});
