import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { announceAvatar, announceRealAddress, announceUserChange } from "../events/user.ts";
import { apiAddress } from "../resources/people.ts";

/**
 * Stores an account whose address, or whose rule for who sees it, has changed. The API address follows from both. Others hear of the
 * real address as far as what they see of it changed, and of the picture that is computed from it.
 */
export function setAddresses(turn: Turn, former: User, wanted: User): void {
  const changed = { ...wanted, email: apiAddress(turn.world, wanted) };
  putUser(turn, changed);
  announceRealAddress(turn, former, changed);
  if (changed.email === former.email) return;
  announceUserChange(turn, changed, { new_email: changed.email });
  const { avatar_source, settings } = changed;
  const seenByOthers = settings.email_address_visibility !== former.settings.email_address_visibility;
  if (avatar_source === "G" || seenByOthers) announceAvatar(turn, changed);
}
