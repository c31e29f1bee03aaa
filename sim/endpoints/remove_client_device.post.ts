import type { DeviceId } from "../core/ids.ts";
import { refuseAs } from "../core/refusal.ts";
import { announceDevice } from "../events/user.ts";
import { anyone, writesOnly } from "../protocol/endpoint.ts";
import { integer, required } from "../protocol/params.ts";

/**
 * POST /remove_client_device: forgets a mobile device of the caller's, at logout.
 * @spec    Endpoints > POST /remove_client_device
 * @refuses BAD_REQUEST: no such device, or another's
 */
export const removeDevice = writesOnly({
  route: "POST /remove_client_device",
  since: "deviceRemoval",
  params: { device_id: required(integer) },
  allow: anyone,
  rules: ({ realm, caller, params }) => {
    const device = realm.devices.get(params.device_id as DeviceId);
    return device?.user_id === caller.id ? device : refuseAs("unknown device", "Invalid `device_id`");
  },
  effect: ({ turn, caller, found: { id } }) => {
    turn.world.devices.delete(id);
    announceDevice(turn, caller, "remove", id);
  },
});
