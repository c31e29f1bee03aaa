import { inNameOf, isSuccess, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const device = onRoute("POST /remove_client_device");

/** Faults of POST /remove_client_device. */
export const mutants: readonly Mutant[] = [
  device("device-kept", "remove_client_device.post/removes", "A device is said to be removed and kept.", { instead: swallowed }),
  device("device-id-any-text", "records/device", "device_id may be any text.", {
    instead: (request) =>
      request.field("device_id") !== undefined && typeof request.json("device_id") !== "number" ? success() : undefined,
  }),
  device("device-not-removable", "remove_client_device.post/removes", "No device can be removed.", { instead: refusing(() => true) }),
  device("device-of-anybody", "remove_client_device.post/own-devices", "Everybody may remove alice's devices.", {
    request: inNameOf("alice", (request) => request.caller !== "alice"),
  }),
  device("device-of-others-passed-over", "remove_client_device.post/own-devices", "Devices of others are left alone, with success.", {
    instead: (request) => {
      if (!request.caller || isSuccess(request.wouldSay())) return undefined;
      return isSuccess(request.wouldSay(request.by("alice"))) ? success() : undefined;
    },
  }),
  device("device-unknown-passed-over", "remove_client_device.post/unknown-device", "An id of no device is passed over, with success.", {
    instead: (request) =>
      request.caller && Number.isInteger(request.json("device_id")) && !isSuccess(request.wouldSay()) ? success() : undefined,
  }),
  device("device-removes-all", "remove_client_device.post/removes", "The other devices of the caller are removed too.", {
    besides: (request, said) => {
      const { caller } = request;
      if (!isSuccess(said) || caller === undefined) return false;
      const { devices } = request.also(caller, "POST /register", { event_types: [], fetch_event_types: ["device"] }).body;
      const others = Object.keys(devices as object);
      return others.filter((id) => isSuccess(request.also(caller, "POST /remove_client_device", { device_id: Number(id) }))).length > 0;
    },
  }),
];
