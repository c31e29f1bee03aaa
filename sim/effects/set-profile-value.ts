import { type ProfileField, profileKey } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceUserChange } from "../events/user.ts";
import { renderedText } from "../resources/content.ts";

/** Text fields, short and long, are Markdown. */
const isRendered = ({ type }: ProfileField): boolean => type === 1 || type === 2;

/** Stores or, with null, forgets one user's value of a field and tells everyone. Nothing happens where it is that already. */
export function setProfileValue(turn: Turn, user: User, field: ProfileField, value: string | null): void {
  const key = profileKey(user.id, field.id);
  const former = turn.world.profileValues.get(key)?.value ?? null;
  if (former === value) return;
  const rendered_value = value !== null && isRendered(field) ? renderedText(turn.world, user, value) : undefined;
  if (value === null) turn.world.profileValues.delete(key);
  else turn.world.profileValues.set(key, { user_id: user.id, field_id: field.id, value, rendered_value });
  const custom_profile_field = { id: field.id, value, ...(rendered_value && { rendered_value }) };
  announceUserChange(turn, user, { custom_profile_field });
}
