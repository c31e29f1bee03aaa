import type { DeviceId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceDevice } from "../events/account.ts";

/** Files a new device of an account, and tells its other clients at the levels that do. */
export function registerDevice(turn: Turn, user: User): DeviceId {
  const id = turn.nextId("device") as DeviceId;
  turn.world.devices.set(id, { id, user_id: user.id });
  announceDevice(turn, user, "add", id);
  return id;
}
