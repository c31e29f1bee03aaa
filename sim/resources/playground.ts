import { shownAt } from "../core/field-levels.ts";
import type { Realm } from "../core/realm.ts";

/** The playgrounds of the organization, by id. Before there were templates a prefix stood in their place. */
export const playgroundList = (realm: Realm) =>
  [...realm.playgrounds.values()].map((playground) =>
    shownAt(realm, "playground", { ...playground, url_prefix: playground.url_template.replace(/\{[^}]*\}.*/, "") }),
  );
