import { viewKey } from "../core/organization.ts";
import { announceViewChange } from "../events/navigation_view.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { boolean, optional, text } from "../protocol/params.ts";
import { checkNewViewName, ownView } from "../rules/people/navigation-view.ts";

/**
 * PATCH /navigation_views/{fragment}: whether one of the caller's views is pinned, and what a custom one is called. The slashes of the
 * fragment are escaped.
 * @spec    Resources and their fields > Other records; Events
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: a name for a built-in view, a view has the name, there is no such view (status 404)
 */
export const updateView = writes({
  route: "PATCH /navigation_views/{fragment:rest}",
  since: "navigationViews",
  params: { is_pinned: optional(boolean), name: optional(text({ stripped: true, blank: false })) },
  allow: anyone,
  rules: ({ realm, caller, params, path }) => {
    if (params.name !== undefined) checkNewViewName(realm, caller, path.fragment, params.name);
    return ownView(realm, caller, path.fragment);
  },
  effect: ({ turn, caller, params: { is_pinned, name }, found: view }) => {
    const data = { ...(name !== undefined && { name }), ...(is_pinned !== undefined && { is_pinned }) };
    turn.world.views.set(viewKey(caller.id, view.fragment), { ...view, ...data });
    announceViewChange(turn, view, data);
    return {};
  },
});
