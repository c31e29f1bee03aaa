import type { Realm } from "../core/realm.ts";

/** The playgrounds of the organization, by id. */
export const playgroundList = (realm: Realm) => [...realm.playgrounds.values()];
