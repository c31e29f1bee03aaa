import { defined } from "../core/lookup.ts";
import { viewKey } from "../core/organization.ts";
import { announceViewChange, announceViewGone } from "../events/personal.ts";
import { reads, writesOnly } from "../protocol/endpoint.ts";
import { boolean, optional, text, undeclared } from "../protocol/params.ts";
import { viewRecords } from "../resources/personal.ts";
import { checkNewViewName, ownView } from "../rules/people/own-records.ts";

/**
 * GET /navigation_views: the views that the caller has set something for.
 * @spec    Resources and their fields > Other records
 */
export const getViews = reads({
  route: "GET /navigation_views",
  since: "navigationViews",
  params: undeclared,
  reply: ({ realm, caller }) => ({ navigation_views: viewRecords(realm, caller) }),
});

/**
 * PATCH /navigation_views/{fragment}: whether one of the caller's views is pinned, and what a custom one is called. The slashes of the
 * fragment are escaped.
 * @spec    Resources and their fields > Other records; Events
 * @refuses BAD_REQUEST: a name for a built-in view, a view has the name, there is no such view (status 404)
 */
export const updateView = writesOnly({
  route: "PATCH /navigation_views/{fragment:rest}",
  since: "navigationViews",
  params: { is_pinned: optional(boolean), name: optional(text({ stripped: true, blank: false })) },
  rules: ({ realm, caller, params, path }) => {
    if (params.name !== undefined) checkNewViewName(realm, caller, path.fragment, params.name);
    return ownView(realm, caller, path.fragment);
  },
  effect: ({ turn, caller, params: { is_pinned, name }, found: view }) => {
    const data = defined({ name, is_pinned });
    turn.world.views.set(viewKey(caller.id, view.fragment), { ...view, ...data });
    announceViewChange(turn, view, data);
  },
});

/**
 * DELETE /navigation_views/{fragment}: forgets one of the caller's views.
 * @spec    Resources and their fields > Other records; Events
 * @refuses BAD_REQUEST, status 404: there is no such view
 */
export const removeView = writesOnly({
  route: "DELETE /navigation_views/{fragment:rest}",
  since: "navigationViews",
  params: undeclared,
  rules: ({ realm, caller, path }) => ownView(realm, caller, path.fragment),
  effect: ({ turn, caller, found: view }) => {
    turn.world.views.delete(viewKey(caller.id, view.fragment));
    announceViewGone(turn, view);
  },
});
