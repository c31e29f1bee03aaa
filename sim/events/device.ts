import type { DeviceId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { deliver } from "./deliver.ts";

interface DeviceEvent {
  readonly op: "add" | "remove";
  readonly device_id: DeviceId;
}

/** Sends `device` to the account. Since level 470; registering a device at 468 sends nothing. */
export function announceDevice(turn: Turn, user: User, op: DeviceEvent["op"], device_id: DeviceId): void {
  if (has(turn.world, "deviceRemoval")) deliver<DeviceEvent>(turn, [user.id], "device", () => ({ op, device_id }));
}
