import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { viewRecords } from "../resources/navigation-view.ts";

/**
 * GET /navigation_views: the views that the caller has set something for.
 * @spec    Resources and their fields > Other records
 * @reply   navigation_views
 */
export const getViews = reads({
  route: "GET /navigation_views",
  since: "navigationViews",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller }) => ({ navigation_views: viewRecords(realm, caller) }),
});
