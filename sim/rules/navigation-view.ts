import { keysOf } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";

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

/** @refuses BAD_REQUEST: a name for a built-in view, none for a custom one, or a view of the user has this fragment or name already */
export function checkNewView(realm: Realm, user: User, fragment: string, name: string | undefined): void {
  if (builtIn.has(fragment)) {
    if (name !== undefined) refuse("Built-in views cannot have a custom name.");
  } else if (name === undefined) refuse("Custom views must have a valid name.");
  const isTaken = realm.views
    .range(...keysOf(user.id))
    .some((view) => view.fragment === fragment || (name !== undefined && view.name === name));
  if (isTaken) refuse("Navigation view already exists.");
}
