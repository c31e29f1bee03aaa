import type { DeviceId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";

/** Files a new device of an account, and tells its other clients at the levels that do. */
export function registerDevice(turn: Turn, user: User): DeviceId {
  const id = turn.nextId("device") as DeviceId;
  turn.world.devices.set(id, { id, user_id: user.id });
  if (has(turn.world, "deviceRemoval")) deliver(turn, [user.id], "device", () => ({ op: "add", device_id: id }));
  return id;
}
