import type { Actor } from "../../client/actor.ts";
import { type ProfileField, profileField } from "../../client/people.ts";
import { type PersonName, type ProfileValueShape, profileValueOf } from "../../draw/people.ts";
import { prepared, Untestable } from "../../expect.ts";

/** Returns the value that a JSON text stands for; undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the keys of the options of a field. @throws Unprepared: its data are no JSON object */
const keysOf = ({ field_data }: ProfileField): readonly string[] =>
  Object.keys(prepared.object(parseJson(field_data), "the options of a profile field"));

/** Returns a value as it is sent for a field. @throws Untestable: it is an option, and the field has none */
export function valueFor({ session }: Actor, field: ProfileField, shape: ProfileValueShape): unknown {
  const userId = (name: PersonName): number => session.actor(name).user_id;
  const value = profileValueOf(shape, { userId, options: "option" in shape ? keysOf(field) : [] });
  if (value === undefined) throw new Untestable("the profile field has no options");
  return value;
}

/** A field and a value that fits it, or does not. */
export interface FieldValue {
  readonly id: number;
  readonly value: unknown;
}

/** Returns a value with a field of its type that its users may edit. @throws Untestable: there is no such field */
export async function fieldValue(actor: Actor, shape: ProfileValueShape): Promise<FieldValue> {
  const field = await profileField(actor, shape.type);
  return { id: field.id, value: valueFor(actor, field, shape) };
}
