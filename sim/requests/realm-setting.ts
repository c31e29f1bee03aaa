import { refuse } from "../core/refusal.ts";
import { aBoolean, anInteger, anObject } from "../protocol/json.ts";
import { type Decoder, json } from "../protocol/params.ts";

/** A number of seconds, or the word for no limit, which is stored as null. */
export const timeLimit: Decoder<number | null> = json((value, at) => {
  if (value === "unlimited") return null;
  const seconds = typeof value === "string" ? 0 : anInteger(value, `${at}["int"]`);
  return seconds > 0 ? seconds : refuse(`Bad value for '${at}': ${value}`);
});

/** Ways to log in by their names, and whether each is on. @refuses BAD_REQUEST: none is */
export const authenticationMethods: Decoder<Readonly<Record<string, boolean>>> = json((value, at) => {
  const given = Object.entries(anObject(value, at));
  const methods = given.map(([name, isOn]) => [name, aBoolean(isOn, `${at}[${JSON.stringify(name)}]`)] as const);
  if (!methods.some(([, isOn]) => isOn)) refuse("At least one authentication method must be enabled.");
  return Object.fromEntries(methods);
});
