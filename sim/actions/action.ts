import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";

/** An action is wrong. The message is one line. */
export class ActionError extends Error {
  override name = "ActionError";
}

/** Reads the value of one field, or refuses it at the place that it names. */
export type Read<T> = (value: unknown, at: string, realm: Realm) => T;

export interface Field<T> {
  readonly read: Read<T>;
  readonly required: boolean;
}

export const required = <T>(read: Read<T>): Field<T> => ({ read, required: true });
/** Absent gives undefined. */
export const optional = <T>(read: Read<T>): Field<T | undefined> => ({ read, required: false });

export type FieldSet = Readonly<Record<string, Field<unknown>>>;
export type Values<F extends FieldSet> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };
/** What an action answers: the ids of what it made. */
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
