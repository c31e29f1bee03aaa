import { own } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import { listed, wrong } from "../reader/index.ts";
import { actionPlace, type ReadField } from "./action.ts";
import { text, truth, whole } from "./fields.ts";

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
