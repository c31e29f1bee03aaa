import type { Body } from "../../client/json.ts";

/** A request that undoes a deed. */
export interface Undo {
  /** Names of cast members, the likeliest first: the first whom the server lets do it does it. */
  readonly by: readonly string[];
  readonly method: string;
  /** Path after `/api/v1`; `{id}` stands for what `find` finds. */
  readonly path: string;
  readonly fields: Body;
  /** Finds the id where the answer to the deed does not tell it. */
  readonly find?: Find;
}

/** A request whose answer has the id: in its own field, or in that record of a list whose name is the one given. */
export interface Find {
  readonly path: string;
  readonly fields: Body;
  readonly list?: string;
  readonly name: string;
  readonly id: string;
}

/** A thing that a run added to a server or changed on it, with its undo. */
export interface LedgerEntry {
  /** Names the thing; equal for whatever is undone by one undo. */
  readonly key: string;
  /** The undo in words. */
  readonly what: string;
  readonly undo: Undo;
  /** Whether the deed, or an undo of it, got no answer: then a refusal of the undo says that there is nothing to undo. */
  readonly unsure?: boolean | undefined;
}

/** A change of a ledger: an entry, or the key of one that needs no undo any more. */
export type LedgerChange = { readonly add: LedgerEntry } | { readonly gone: string };
