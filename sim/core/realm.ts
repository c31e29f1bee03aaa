import type { MessageBlocks } from "./message-blocks.ts";
import type { Postings } from "./postings.ts";
import type { Table, View } from "./table.ts";
import type { WordFilter } from "./word-filter.ts";
import type { World } from "./world.ts";

/** The world as rules, resources and replies see it: nothing in it can be written. */
export type Realm = {
  readonly [K in Exclude<keyof World, "fork">]: World[K] extends Table<infer Key, infer Value>
    ? View<Key, Value>
    : World[K] extends Postings | WordFilter | MessageBlocks
      ? Omit<World[K], "add" | "remove" | "fork">
      : World[K] extends object
        ? Readonly<World[K]>
        : World[K];
};
