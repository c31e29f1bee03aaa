import { has } from "../core/levels.ts";
import { type Check, orNull } from "../protocol/json.ts";
import { type Decoder, json } from "../protocol/params.ts";

/** A value or null for none, where the server takes null: those of the 10.x series do not. */
export function nullable<T>(check: Check<T>): Decoder<T | null> {
  const [value, valueOrNull] = [json(check), json(orNull(check))];
  return (given, name, realm) => (has(realm, "nullRefused") && !has(realm, "nullTaken") ? value : valueOrNull)(given, name, realm);
}
