import { shownAt } from "../core/field-levels.ts";
import type { Realm } from "../core/realm.ts";

/** The custom emoji of the organization by their ids. */
export const emojiRecords = (realm: Realm) =>
  Object.fromEntries(
    [...realm.emoji.values()].map(({ id, name, source_url, deactivated, author_id }) => [
      id,
      shownAt(realm, "emoji", { id: String(id), name, source_url, still_url: null, deactivated, author_id }),
    ]),
  );
