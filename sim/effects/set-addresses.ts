import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { apiAddress } from "../resources/people.ts";
import { knowersOf } from "../rules/accessible-users.ts";
import { addressFor } from "../rules/addresses.ts";
import { tellOfAvatar, tellOfUser } from "./tell-all.ts";

/**
 * Stores an account whose address, or whose rule for who sees it, has changed. The API address follows from both. Others hear of the
 * real address as far as what they see of it changed, and of the picture that is computed from it.
 */
export function setAddresses(turn: Turn, former: User, wanted: User): void {
  const changed = { ...wanted, email: apiAddress(turn.world, wanted) };
  putUser(turn, changed);
  for (const id of knowersOf(turn.world, changed)) {
    const viewer = turn.world.users.get(id)!;
    const delivery_email = addressFor(changed, viewer);
    if (addressFor(former, viewer) === delivery_email) continue;
    deliver(turn, [id], "realm_user", () => ({ op: "update", person: { user_id: former.id, delivery_email } }));
  }
  if (changed.email === former.email) return;
  tellOfUser(turn, changed, { new_email: changed.email });
  const { avatar_source, settings } = changed;
  const seenByOthers = settings.email_address_visibility !== former.settings.email_address_visibility;
  if (avatar_source === "G" || seenByOthers) tellOfAvatar(turn, changed);
}
