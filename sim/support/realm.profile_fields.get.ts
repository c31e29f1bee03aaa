import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { fieldRecords } from "../resources/profile-field.ts";

/**
 * GET /realm/profile_fields: the custom profile fields of the organization in their order.
 * @reply   custom_fields
 */
export const getFields = reads({
  route: "GET /realm/profile_fields",
  params: undeclared,
  allow: anyone,
  reply: ({ realm }) => ({ custom_fields: fieldRecords(realm) }),
});
