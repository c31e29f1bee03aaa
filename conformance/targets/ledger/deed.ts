import { type Body, isObject, parsed } from "../../client/json.ts";
import type { LedgerEntry, Undo } from "./entry.ts";
import type { Ledger } from "./ledger.ts";

/** A request that a server carried out, as a rule of the ledger sees it. */
export interface Deed {
  /** The cast member whose credentials it had; undefined where they are nobody's. */
  readonly by: string | undefined;
  /** Those who may undo what concerns the doer alone, and what concerns all: the doer, then owners and administrators. */
  readonly self: readonly string[];
  readonly anyone: readonly string[];
  /** The value in the braces of its route, as it was sent; empty where there is none. */
  readonly id: string;
  readonly fields: Body;
  /** The answer; empty where none came. */
  readonly body: Body;
}

/**
 * What a deed means for the ledger: an entry; the key of one that needs no undo any more, or the beginning of several such keys; a message of the run in a
 * topic, and that all messages of a topic are in another one; or a change that cannot be undone since nobody knows what was there before.
 */
export type DeedEffect =
  | LedgerEntry
  | { readonly gone: string }
  | { readonly goneBelow: string }
  | { readonly message: string; readonly topic: string }
  | { readonly topicMoved: string; readonly to: string }
  | { readonly lost: string };

/** Says what a deed means for the ledger. */
export interface Rule {
  /** The reading before the first such deed. */
  readonly reads?: "own" | "organization";
  readonly changes: (deed: Deed, ledger: Ledger) => Iterable<DeedEffect>;
}

/** Returns the items of a list as it was sent: itself, or its JSON. */
export function itemsOf(value: unknown): readonly unknown[] {
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list) ? list : [];
}

export const objectsIn = (value: unknown): readonly Body[] => itemsOf(value).filter(isObject);

/** Returns an undo. @param route method and path */
export function undoBy(by: readonly string[], route: string, fields: Body = {}): Undo {
  const [method = "", path = ""] = route.split(" ");
  return { by, method, path, fields };
}
