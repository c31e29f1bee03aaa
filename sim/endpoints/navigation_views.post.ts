import { type NavigationView, viewKey } from "../core/organization.ts";
import { announceView } from "../events/personal.ts";
import { anyone, writesOnly } from "../protocol/endpoint.ts";
import { boolean, optional, required, text } from "../protocol/params.ts";
import { checkNewView } from "../rules/people/own-records.ts";

/**
 * POST /navigation_views: a built-in or custom view in the caller's sidebar.
 * @spec    Endpoints > POST /navigation_views; Resources and their fields > Other records
 * @refuses BAD_REQUEST: fragment blank, a name for a built-in view, a view with this fragment or name is there
 * @silent  rulings.unnamedViews
 */
export const addView = writesOnly({
  route: "POST /navigation_views",
  since: "navigationViews",
  params: {
    fragment: required(text({ stripped: true, blank: false })),
    is_pinned: required(boolean),
    name: optional(text({ blank: false })),
  },
  allow: anyone,
  rules: ({ realm, caller, params }) => checkNewView(realm, caller, params.fragment, params.name),
  effect: ({ turn, caller, params: { fragment, is_pinned, name = null } }) => {
    const view: NavigationView = { user_id: caller.id, fragment, is_pinned, name };
    turn.world.views.set(viewKey(caller.id, fragment), view);
    announceView(turn, view);
  },
});
