import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { domainRecords } from "../resources/domain.ts";

/**
 * GET /realm/domains: the domains of addresses that may join the organization.
 * @reply   domains
 */
export const getDomains = reads({
  route: "GET /realm/domains",
  params: undeclared,
  allow: anyone,
  reply: ({ realm }) => ({ domains: domainRecords(realm) }),
});
