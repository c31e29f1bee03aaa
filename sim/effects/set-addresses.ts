import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { apiAddress } from "../resources/people.ts";
import { addressFor } from "../resources/user.ts";
import { tellAll } from "./tell-all.ts";

/**
 * Stores an account whose address, or whose rule for who sees it, has changed. The API address follows from both. Others hear of the
 * real address as far as what they see of it changed.
 */
export function setAddresses(turn: Turn, former: User, wanted: User): void {
  const changed = { ...wanted, email: apiAddress(turn.world, wanted) };
  putUser(turn, changed);
  for (const viewer of [...turn.world.users.values()]) {
    const delivery_email = addressFor(changed, viewer);
    if (!viewer.is_active || addressFor(former, viewer) === delivery_email) continue;
    deliver(turn, [viewer.id], "realm_user", () => ({ op: "update", person: { user_id: former.id, delivery_email } }));
  }
  if (changed.email === former.email) return;
  tellAll(turn, "realm_user", { op: "update", person: { user_id: former.id, new_email: changed.email } });
}
