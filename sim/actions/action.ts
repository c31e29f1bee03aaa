import { own } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { listed, type Place, placeOf, wrong } from "../reader/index.ts";
import { text, truth, whole } from "./fields.ts";

/** An action is wrong. The message is one line: the action, the place, what stands there and what is accepted. */
export class ActionError extends Error {
  override name = "ActionError";
}

/** The place of a whole action, for refusals. */
export const actionPlace = placeOf((line) => new Refusal(line));

/** Reads the value of one field, or refuses it at its place. */
export type ReadField<T> = (value: unknown, at: Place, realm: Realm) => T;

const optionals = new WeakSet<ReadField<unknown>>();

/** Absent gives undefined. */
export function optional<T>(read: ReadField<T>): ReadField<T | undefined> {
  const made: ReadField<T | undefined> = (value, at, realm) => (value === undefined ? undefined : read(value, at, realm));
  optionals.add(made);
  return made;
}

/** Whether a field may be left out. */
export const isOptional = (read: ReadField<unknown>): boolean => optionals.has(read);

type FieldSet = Readonly<Record<string, ReadField<unknown>>>;
type Values<F extends FieldSet> = { readonly [K in keyof F]: F[K] extends ReadField<infer T> ? T : never };
/** Returns the fields of an action as they are, their types kept. */
export const fieldSet = <const F extends FieldSet>(fields: F): F => fields;

/** The answer of an action: the ids of what it made. */
export type Ids = Readonly<Record<string, unknown>>;

interface Parts<F extends FieldSet, Found> {
  readonly name: string;
  readonly fields: F;
  /** Reads, and may refuse. */
  readonly rules: (realm: Realm, values: Values<F>) => Found;
  /** Writes, and cannot refuse. */
  readonly effect: (turn: Turn, values: Values<F>, found: Found) => Ids;
}

/** An action as it is performed, the types of its parts forgotten. */
export interface Action {
  readonly name: string;
  readonly fields: FieldSet;
  readonly run: (turn: Turn, values: Values<FieldSet>) => Ids;
}

/** A change that no specified endpoint makes. */
export const action = <F extends FieldSet, Found>({ name, fields, rules, effect }: Parts<F, Found>): Action => ({
  name,
  fields,
  run: (turn, values) => effect(turn, values as Values<F>, rules(turn.world, values as Values<F>)),
});

/** For actions whose fields say all: nothing else can be wrong. */
export const always = (): void => {};
export const noIds: Ids = {};

/** One property of a record of some kind that an action sets: how its value is read, and what setting it does. */
export interface Property<Subject> {
  readonly prepare: (realm: Realm, subject: Subject, value: unknown) => (turn: Turn) => void;
}

/** Pairs a reader with the write of what it read, and forgets its type. Rules stand in `check`. */
export const property = <Subject, T>(
  read: ReadField<T>,
  write: (turn: Turn, subject: Subject, value: T) => void,
  check: (realm: Realm, subject: Subject, value: T) => void = () => {},
): Property<Subject> => ({
  prepare: (realm, subject, given) => {
    const value = read(given, actionPlace.at("value"), realm);
    check(realm, subject, value);
    return (turn) => write(turn, subject, value);
  },
});

/** The property of a name. @refuses any other name, with all that there are */
export function propertyNamed<Subject>(all: Readonly<Record<string, Property<Subject>>>, name: string): Property<Subject> {
  const found = own(all, name);
  return found ?? wrong(actionPlace.at("property"), name, listed(Object.keys(all), "or", 40));
}

/** Reads what has the type of a setting's default. */
export function likeDefault(fallback: unknown): ReadField<unknown> {
  if (typeof fallback === "boolean") return truth;
  return typeof fallback === "number" ? whole() : text();
}
