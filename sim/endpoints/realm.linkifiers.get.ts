import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { linkifierList } from "../resources/organization.ts";

/**
 * GET /realm/linkifiers: the linkifiers in the order in which they apply.
 * @spec    Endpoints > GET /realm/linkifiers; Resources and their fields > Linkifier
 * @reply   linkifiers
 * @silent  rulings.ignoredWithoutParameters
 */
export const getLinkifiers = reads({
  route: "GET /realm/linkifiers",
  params: undeclared,
  allow: anyone,
  reply: ({ realm }) => ({ linkifiers: linkifierList(realm) }),
});
