import type { Turn } from "../core/turn.ts";
import { fieldRecords } from "../resources/profile-field.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

interface CustomProfileFieldsEvent {
  readonly fields: ReturnType<typeof fieldRecords>;
}

/** Sends `custom_profile_fields`, the whole list, to everyone. */
export function announceProfileFields(turn: Turn): void {
  const fields = fieldRecords(turn.world);
  deliver<CustomProfileFieldsEvent>(turn, activeUsers(turn.world), "custom_profile_fields", () => ({ fields }));
}
