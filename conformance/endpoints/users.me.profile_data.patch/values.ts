import type { Actor } from "../../client/actor.ts";
import { fieldTypes, type ProfileField, profileField } from "../../client/profile.ts";
import { recordsOf } from "../../client/registration.ts";
import type { PersonName } from "../../draw/people.ts";
import { type ProfileValueShape, profileFieldTypes, profileValueOf } from "../../draw/profile-values.ts";
import { at, prepared, Untestable } from "../../expect.ts";

/** The types of fields that take no list of users. */
export const allButUsers = profileFieldTypes.filter((type) => type !== fieldTypes.users);

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

/** Returns the values of the actor as a registration shows them, by the ids of their fields. @throws Unprepared: it shows no values */
export async function profileOf(actor: Actor): Promise<ReadonlyMap<number, unknown>> {
  const own = prepared.first(
    (await recordsOf(actor, "realm_user", "realm_users")).filter(({ user_id }) => user_id === actor.user_id),
    `${actor.name}'s own account in a registration`,
  );
  const data = prepared.object(own.profile_data, "profile_data of one's own account in a registration");
  return new Map(Object.entries(data).map(([id, record]) => [Number(id), at(record, "value") ?? undefined]));
}
