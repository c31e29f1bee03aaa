import { type Body, isObject, parsed } from "../../client/json.ts";
import type { Member } from "../../client/target.ts";
import type { LedgerEntry, Undo } from "./entry.ts";

/** A request that a server carried out, as a rule of the ledger sees it. */
export interface Deed {
  /** The cast member whose credentials it had; undefined where they are nobody's. */
  readonly by: string | undefined;
  /** The values in the braces of its route, as they were sent. */
  readonly ids: readonly string[];
  readonly fields: Body;
  /** The answer; empty where none came. */
  readonly body: Body;
}

/** The entries and knowledge of a ledger, for its rules. */
export interface Book {
  readonly level: number;
  readonly cast: Readonly<Record<string, Member>>;
  /** Names of owners, then of administrators. */
  readonly administrators: readonly string[];
  /** A part of all names that the run makes up, and of no others. */
  readonly namespace: string;
  /** Whether there is an entry with a key. */
  has(key: string): boolean;
  /** Entries to be undone, the oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** The topic of a message of the run, as far as the run has moved it. */
  topicOf(message: string): string | undefined;
  /** Whether there ever was one: then the thing is the run's own. */
  isOwn(key: string): boolean;
  /** Returns what a registration told the doer before the run changed anything of the doer's; undefined where there is none. */
  own(by: string | undefined): Body | undefined;
  /** The same of the organization. */
  readonly organization: Body | undefined;
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
  readonly changes: (deed: Deed, book: Book) => Iterable<DeedEffect>;
}

/** Returns the items of a list as it was sent: itself, or its JSON. */
export function itemsOf(value: unknown): readonly unknown[] {
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list) ? list : [];
}

export const objectsIn = (value: unknown): readonly Body[] => itemsOf(value).filter(isObject);

/** Those who may undo what concerns all: the doer, then owners and administrators. */
export const anyOf = ({ by }: Deed, { administrators }: Book): readonly string[] => [
  ...new Set([...(by === undefined ? [] : [by]), ...administrators]),
];

export const selfOf = ({ by }: Deed): readonly string[] => (by === undefined ? [] : [by]);

/** Returns an undo. @param route method and path */
export function undoBy(by: readonly string[], route: string, fields: Body = {}): Undo {
  const [method = "", path = ""] = route.split(" ");
  return { by, method, path, fields };
}
