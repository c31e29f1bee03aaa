import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { maximumId } from "../resources/snapshot/messages.ts";
import { userRecord } from "../resources/user.ts";

/**
 * GET /users/me: the caller's own account.
 * @reply the fields of a user, max_message_id
 */
export const getOwnUser = reads({
  route: "GET /users/me",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller }) => ({ ...userRecord(realm, caller, caller, false), max_message_id: maximumId(realm, caller) }),
});
