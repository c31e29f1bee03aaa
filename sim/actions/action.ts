import { own } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { listed, type Place, placeOf, wrong } from "../reader/index.ts";

/** An action is wrong. The message is one line: the action, the place, what stands there and what is accepted. */
export class ActionError extends Error {
  override name = "ActionError";
}

/** The place of a whole action, for refusals. */
export const actionPlace = placeOf((line) => new Refusal(line));

/** Reads the value of one field, or refuses it at its place. */
export type ReadField<T> = (value: unknown, at: Place, realm: Realm) => T;

/** The mark of a field that may be left out. */
export interface Omittable {
  readonly isOmittable: true;
}

/** Absent gives undefined. */
export function optional<T>(read: ReadField<T>): ReadField<T | undefined> & Omittable {
  const made: ReadField<T | undefined> = (value, at, realm) => (value === undefined ? undefined : read(value, at, realm));
  return Object.assign(made, { isOmittable: true } as const);
}

/** Whether a field may be left out. */
export const isOptional = (read: ReadField<unknown>): boolean => "isOmittable" in read;

/** The answer of an action: the ids of what it made. */
export type Ids = Readonly<Record<string, unknown>>;

type FieldSet = Readonly<Record<string, ReadField<unknown>>>;
type Values<F extends FieldSet> = { readonly [K in keyof F]: F[K] extends ReadField<infer T> ? T : never };

/** An action as it is performed, the types of its parts forgotten. */
export interface Action {
  readonly name: string;
  readonly fields: FieldSet;
  readonly run: (turn: Turn, values: Values<FieldSet>) => Ids;
}

/** An action whose name and fields the compiler knows. */
export interface KnownAction<N extends string, F extends FieldSet> extends Action {
  readonly name: N;
  readonly fields: F;
}

/** A value as it is given: an account by its name, and unknown where what is read says nothing of what is given. */
type Given<T> = unknown extends T
  ? unknown
  : T extends User
    ? string
    : T extends readonly (infer Item)[]
      ? readonly Given<Item>[]
      : T extends string | boolean | null | undefined
        ? T
        : number extends T
          ? number
          : unknown;

type Needed<F extends FieldSet> = { [K in keyof F]: F[K] extends Omittable ? never : K }[keyof F];

/** The fields of an action as they are given. */
export type GivenFields<F extends FieldSet> = { readonly [K in Needed<F>]: Given<Values<F>[K]> } & {
  readonly [K in Exclude<keyof F, Needed<F>>]?: Given<Values<F>[K]>;
};

interface Parts<F extends FieldSet, Found, Returned> {
  /** Reads, and may refuse. Default: nothing but the fields can be wrong. */
  readonly rules?: (realm: Realm, values: Values<F>) => Found;
  /** Writes, and cannot refuse. */
  readonly effect: (turn: Turn, values: Values<F>, found: Found) => Returned;
}

/** A change that no specified endpoint makes, of something new: its effect returns the ids. */
export const creation =
  <const N extends string, const F extends FieldSet>(name: N, fields: F) =>
  <Found = undefined>({ rules, effect }: Parts<F, Found, Ids>): KnownAction<N, F> => ({
    name,
    fields,
    run: (turn, values) => effect(turn, values as Values<F>, rules?.(turn.world, values as Values<F>) as Found),
  });

/** A change that no specified endpoint makes, of what is there. */
export const action =
  <const N extends string, const F extends FieldSet>(name: N, fields: F) =>
  <Found = undefined>(parts: Parts<F, Found, void>): KnownAction<N, F> =>
    creation(
      name,
      fields,
    )({
      ...parts,
      effect: (turn, values, found: Found) => {
        parts.effect(turn, values, found);
        return {};
      },
    });

/** One property of a record of some kind that an action sets: reads its value, and returns what sets it. */
export type Property<Subject> = (realm: Realm, subject: Subject, value: unknown) => (turn: Turn) => void;

/** Pairs a reader with the write of what it read, and forgets its type. Rules stand in `check`. */
export const property =
  <Subject, T>(
    read: ReadField<T>,
    write: (turn: Turn, subject: Subject, value: T) => void,
    check: (realm: Realm, subject: Subject, value: T) => void = () => {},
  ): Property<Subject> =>
  (realm, subject, given) => {
    const value = read(given, actionPlace.at("value"), realm);
    check(realm, subject, value);
    return (turn) => write(turn, subject, value);
  };

/** The most names of properties that an error lists. */
const mostListed = 40;

/** The property of a name. @refuses any other name, with those that there are, or the page that lists them */
export function propertyNamed<Subject>(all: Readonly<Record<string, Property<Subject>>>, name: string): Property<Subject> {
  const names = Object.keys(all);
  const page = names.length > mostListed ? " (sim/actions.md of the package lists all)" : "";
  return own(all, name) ?? wrong(actionPlace.at("property"), name, `${listed(names, "or", mostListed)}${page}`);
}
