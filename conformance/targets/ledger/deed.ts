import { type Body, isEqual, isObject, itemsOf, parsed } from "../../client/json.ts";
import { isKnown, type Member } from "../../client/target.ts";
import type { LedgerEntry, LedgerThing, Undo } from "./entry.ts";
import { recognizable } from "./identity.ts";

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
 * What a deed means for the ledger: an entry; the key of one that needs no undo any more, or the recognizable of several such keys; a message of the run in a
 * topic, and that all messages of a topic are in another one; another name or text of a thing; or a change that cannot be undone since nobody knows what was there before.
 */
export type DeedEffect =
  | LedgerEntry
  | { readonly gone: string }
  | { readonly goneBelow: string }
  | { readonly message: string; readonly topic: string }
  | { readonly topicMoved: string; readonly to: string }
  | { readonly renamed: LedgerThing["kind"]; readonly id: string; readonly name: string }
  | { readonly lost: string };

/** Facts of a ledger, and of the server that it is of, that say what a deed means. */
export interface LedgerFacts {
  readonly level: number;
  /** Whether the server does what running servers do where the specification states something else. */
  readonly isHeldToObserved: boolean;
  readonly cast: Readonly<Record<string, Member>>;
  /** A part of all names that the run makes up, and of no others. */
  readonly namespace: string;
  /** Entries to be undone, the oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** Whether there is an entry with a key. */
  has(key: string): boolean;
  /** Whether there ever was one: then the thing is the run's own. */
  isOwn(key: string): boolean;
  /** Returns the newest entry of a key, also where nothing is left to undo of it. */
  former(key: string): LedgerEntry | undefined;
  /** Returns the beginnings of the texts that a message of the run has had. */
  textsOf(message: string): readonly string[];
  /** Returns the topic of a message of the run, as far as the run has moved it. */
  topicOf(message: string): string | undefined;
  /** Returns what a registration told the doer before the run changed anything of the doer's; undefined where there is none. */
  own(by: string | undefined): Body | undefined;
  /** The same of the organization. */
  readonly organization: Body | undefined;
}

/** Says what a deed means for the ledger. */
export interface Rule {
  /** The reading before the first such deed. */
  readonly reads?: "own" | "organization";
  /** The kind of thing that gets another name by the deed, and the field with the name: noted before the deed, of which a run may not see the end. */
  readonly renames?: readonly [kind: LedgerThing["kind"], field: string];
  readonly changes: (deed: Deed, ledger: LedgerFacts) => Iterable<DeedEffect>;
}

/** Returns the items of a list as it was sent: itself, or its JSON. */
export const itemsSent = (value: unknown): readonly unknown[] => itemsOf(typeof value === "string" ? parsed(value) : value);

export const objectsIn = (value: unknown): readonly Body[] => itemsSent(value).filter(isObject);

/** Returns an undo. @param route method and path */
export function undoBy(by: readonly string[], route: string, fields: Body = {}): Undo {
  const [method = "", path = ""] = route.split(" ");
  return { by, method, path, fields };
}

/** Returns the thing that an undo names by its id. @param names as far as they are known */
export const thingOf = (kind: LedgerThing["kind"], id: unknown, ...names: readonly unknown[]): LedgerThing => ({
  kind,
  id: String(id),
  names: names.filter((name) => typeof name === "string" || typeof name === "number").map((name) => recognizable(String(name))),
});

/** Returns the account of an id: one of the cast is known by its address, any other by its name. */
export function accountThing({ cast, organization }: LedgerFacts, id: unknown): LedgerThing {
  const email = Object.values(cast).find((one) => isKnown(one) && String(one.user_id) === String(id))?.email;
  return thingOf("account", id, email ?? rowOf(organization, id)?.full_name);
}

/** Returns what a change of a value means: it is set back, unless it has the former value again, or nobody knows that. */
export function changed(key: string, what: string, before: unknown, value: unknown, undo: Undo, thing?: LedgerThing): DeedEffect {
  return before !== undefined && isEqual(before, value) ? { gone: key } : undoable(before, { key, what, undo, ...(thing && { thing }) });
}

/** Returns an entry; the loss of what it is about where something is not known that its undo needs. */
export const undoable = (needed: unknown, entry: LedgerEntry): DeedEffect => (needed === undefined ? { lost: entry.what } : entry);

/** Returns what an act means that its opposite takes back: where that is entered, nothing is left to undo. */
export const turned = (ledger: LedgerFacts, opposite: string, entry: LedgerEntry): DeedEffect =>
  ledger.has(opposite) ? { gone: opposite } : entry;

/** Returns the rule of a deed that takes away the thing of an entry, which has this before its id. */
export const removal = (kind: string): Rule => ({ changes: ({ id }) => [{ gone: `${kind} ${id}` }] });

/** Returns a name or an id of a request or an answer in words: a server may take a request that lacks it. */
export const worded = (name: unknown): string => (name === undefined ? "(not named)" : String(name));

export const idOf = ({ cast }: LedgerFacts, name: string | undefined): number | undefined =>
  name === undefined ? undefined : cast[name]?.user_id;

/** Returns the record of an account among those that a registration told. */
export const rowOf = (told: Body | undefined, id: unknown): Body | undefined =>
  [...objectsIn(told?.realm_users), ...objectsIn(told?.realm_non_active_users)].find(({ user_id }) => String(user_id) === String(id));
