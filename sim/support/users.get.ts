import { anyone, reads } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";
import { inView, userViewParams } from "../requests/user-view.ts";
import { userRecords } from "../resources/user.ts";

/**
 * GET /users: the people and bots of the organization that the caller may know of, deactivated ones too.
 * @reply members
 */
export const getUsers = reads({
  route: "GET /users",
  params: { ...userViewParams, user_ids: optional(json(listOf(anInteger)), { since: "chosenUsers" }) },
  allow: anyone,
  reply: ({ realm, caller, params }) => ({
    members: userRecords(realm, caller, params.client_gravatar, true)
      .filter((record) => !realm.users.get(record.user_id)?.is_system_bot && (params.user_ids?.includes(record.user_id) ?? true))
      .map((record) => inView(record, params)),
  }),
});
