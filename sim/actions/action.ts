import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { type Place, placeOf } from "../reader/index.ts";

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
