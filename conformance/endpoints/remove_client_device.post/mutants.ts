import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const device = onRoute("POST /remove_client_device", "remove_client_device.post");

export const mutants: readonly Mutant[] = [
  device("device-kept", "removes").says("A device is said to be removed and kept.").swallows(),
  device("device-id-any-text", "records/device")
    .says("device_id may be any text.")
    .accepts((request) => request.field("device_id") !== undefined && typeof request.json("device_id") !== "number"),
  device("device-not-removable", "removes")
    .says("No device can be removed.")
    .refuses(() => true),
  device("device-of-anybody", "own-devices")
    .says("Everybody may remove alice's devices.")
    .servesAs("alice", (request) => request.caller !== "alice"),
  device("device-of-others-passed-over", "own-devices")
    .says("Devices of others are left alone, with success.")
    .accepts((request) => request.caller !== undefined && !request.wouldSucceed() && request.wouldSucceed(request.by("alice"))),
  device("device-unknown-passed-over", "unknown-device")
    .says("An id of no device is passed over, with success.")
    .accepts((request) => request.caller !== undefined && Number.isInteger(request.json("device_id")) && !request.wouldSucceed()),
  device("device-removes-all", "removes")
    .says("The other devices of the caller are removed too.")
    .afterwards((request, caller) => {
      const others = Object.keys(request.registered(caller, "device").devices as object);
      return others.filter((id) => request.makes(caller, "POST /remove_client_device", { device_id: Number(id) })).length > 0;
    }),
];
