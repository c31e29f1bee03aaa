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
  const seenByOthers = changed.settings.email_address_visibility !== former.settings.email_address_visibility;
  const isNewPicture = changed.avatar_source === "G" || seenByOthers;
  const isMoved = changed.delivery_email !== former.delivery_email;
  if (isNewPicture && isMoved) announceAvatar(turn, changed);
  announceUserChange(turn, changed, { new_email: changed.email });
  if (isNewPicture && !isMoved) announceAvatar(turn, changed);
}
