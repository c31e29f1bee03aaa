import { viewKey } from "../core/organization.ts";
import { deliver } from "../core/queues.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { ownView } from "../rules/navigation-view.ts";

/**
 * DELETE /navigation_views/{fragment}: forgets one of the caller's views.
 * @spec    Resources > Other records; Events
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST, status 404: there is no such view
 */
export const removeView = writes({
  route: "DELETE /navigation_views/{fragment:rest}",
  since: "navigationViews",
  params: undeclared,
  allow: anyone,
  rules: ({ realm, caller, path }) => ownView(realm, caller, path.fragment),
  effect: ({ turn, caller, found: { fragment } }) => {
    turn.world.views.delete(viewKey(caller.id, fragment));
    deliver(turn, [caller.id], "navigation_view", () => ({ op: "remove", fragment }));
    return {};
  },
});
