import { keysOf, type NavigationView } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";

/** A navigation view as its user sees it (Resources > Other records). */
export const viewRecord = ({ fragment, is_pinned, name }: NavigationView) => ({ fragment, is_pinned, name });

export const viewRecords = (realm: Realm, user: User) => realm.views.range(...keysOf(user.id)).map(viewRecord);
