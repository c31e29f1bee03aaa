import { reads } from "../protocol/endpoint.ts";
import { exportRecords } from "../resources/export.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * GET /export/realm: the copies that were made of the organization's data.
 * @reply   exports
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator
 */
export const getExports = reads({
  route: "GET /export/realm",
  params: {},
  allow: administratorsOnly,
  reply: ({ realm }) => ({ exports: exportRecords(realm) }),
});
