import type { FieldId } from "../core/ids.ts";
import { type ProfileField, profileKey } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { announceProfileFields } from "../events/realm.ts";

/** A new custom profile field. Its place is its id, which is behind all that were never put in order. */
export function addField(turn: Turn, field: Omit<ProfileField, "id" | "order">): FieldId {
  const { fields } = turn.world;
  const id = turn.nextId("field") as FieldId;
  fields.set(id, { ...field, id, order: id });
  announceProfileFields(turn);
  return id;
}

/** Replaces the fields that have the ids of those given. */
export function changeFields(turn: Turn, changed: readonly ProfileField[]): void {
  for (const field of changed) turn.world.fields.set(field.id, field);
  announceProfileFields(turn);
}

/** Forgets the values of a field that it no longer offers as choices. Nobody is told whose they were. */
export function dropChoices(turn: Turn, field: ProfileField, choices: ReadonlySet<string>): void {
  for (const { user_id, field_id, value } of [...turn.world.profileValues.values()]) {
    if (field_id === field.id && choices.has(value)) turn.world.profileValues.delete(profileKey(user_id, field_id));
  }
}

/** Forgets a field with all its values. */
export function removeField(turn: Turn, { id }: ProfileField): void {
  const { fields, profileValues } = turn.world;
  for (const key of [...profileValues.keys()]) if (profileValues.require(key).field_id === id) profileValues.delete(key);
  fields.delete(id);
  announceProfileFields(turn);
}
