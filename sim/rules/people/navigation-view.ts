import { keysOf, type NavigationView, viewKey } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";

/** The views that clients know by themselves, name and all. */
const builtIn: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "scheduled",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
]);

/**
 * @refuses BAD_REQUEST: a name for a built-in view, or a view of the user has this fragment or name already; on running servers, no
 *          name for a custom view
 * @silent  rulings.unnamedViews
 */
export function checkNewView(realm: Realm, user: User, fragment: string, name: string | undefined): void {
  if (builtIn.has(fragment)) {
    if (name !== undefined) refuse("Built-in views cannot have a custom name.");
  } else if (name === undefined && realm.server.rulings.unnamedViews === "observed") refuse("Custom views must have a valid name.");
  const isTaken = realm.views
    .range(...keysOf(user.id))
    .some((view) => view.fragment === fragment || (name !== undefined && view.name === name));
  if (isTaken) refuse("Navigation view already exists.");
}

/** The user's view of a fragment. @refuses BAD_REQUEST, status 404: there is none */
export function ownView(realm: Realm, user: User, fragment: string): NavigationView {
  const view = realm.views.get(viewKey(user.id, fragment));
  if (!view) throw new Refusal("Navigation view does not exist.", { status: 404 });
  return view;
}

/** @refuses BAD_REQUEST: the view is built in, or a view of the user, were it this one, has the name */
export function checkNewViewName(realm: Realm, user: User, fragment: string, name: string): void {
  if (builtIn.has(fragment)) refuse("Built-in views cannot have a custom name.");
  if (realm.views.range(...keysOf(user.id)).some((view) => view.name === name)) refuse("Navigation view already exists.");
}
