import { refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const device = onRoute("POST /remove_client_device");

/** Faults of POST /remove_client_device. */
export const mutants: readonly Mutant[] = [
  device("device-kept", "remove_client_device.post/removes", "A device is said to be removed and kept.", { instead: swallowed }),
  device("device-id-not-required", "remove_client_device.post/device_id-required", "device_id may be left out.", {
    instead: (asked) => (asked.field("device_id") === undefined && asked.caller ? success() : undefined),
  }),
  device("device-id-any-text", "remove_client_device.post/unknown-device", "device_id may be any text.", {
    instead: (asked) => (asked.field("device_id") !== undefined && typeof asked.json("device_id") !== "number" ? success() : undefined),
  }),
  device("device-not-removable", "remove_client_device.post/removes", "No device can be removed.", { instead: refusing(() => true) }),
];
