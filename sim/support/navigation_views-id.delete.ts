import { viewKey } from "../core/organization.ts";
import { announceViewGone } from "../events/navigation_view.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { ownView } from "../rules/people/navigation-view.ts";

/**
 * DELETE /navigation_views/{fragment}: forgets one of the caller's views.
 * @spec    Resources and their fields > Other records; Events
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST, status 404: there is no such view
 */
export const removeView = writes({
  route: "DELETE /navigation_views/{fragment:rest}",
  since: "navigationViews",
  params: undeclared,
  allow: anyone,
  rules: ({ realm, caller, path }) => ownView(realm, caller, path.fragment),
  effect: ({ turn, caller, found: view }) => {
    turn.world.views.delete(viewKey(caller.id, view.fragment));
    announceViewGone(turn, view);
    return {};
  },
});
