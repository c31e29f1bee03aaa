import { inNameOf, isSuccess, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
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
  device("device-of-anybody", "remove_client_device.post/own-devices", "Everybody may remove alice's devices.", {
    request: inNameOf("alice", (asked) => asked.caller !== "alice"),
  }),
  device("device-of-others-passed-over", "remove_client_device.post/own-devices", "Devices of others are left alone, with success.", {
    instead: (asked) => {
      if (!asked.caller || isSuccess(asked.wouldSay())) return undefined;
      return isSuccess(asked.wouldSay(asked.by("alice"))) ? success() : undefined;
    },
  }),
  device("device-unknown-passed-over", "remove_client_device.post/unknown-device", "An id of no device is passed over, with success.", {
    instead: (asked) => (asked.caller && Number.isInteger(asked.json("device_id")) && !isSuccess(asked.wouldSay()) ? success() : undefined),
  }),
  device("device-removes-all", "remove_client_device.post/removes", "The other devices of the caller are removed too.", {
    besides: (asked, said) => {
      const { caller } = asked;
      if (!isSuccess(said) || caller === undefined) return false;
      const { devices } = asked.also(caller, "POST /register", { event_types: [], fetch_event_types: ["device"] }).body;
      const others = Object.keys(devices as object);
      return others.filter((id) => isSuccess(asked.also(caller, "POST /remove_client_device", { device_id: Number(id) }))).length > 0;
    },
  }),
];
