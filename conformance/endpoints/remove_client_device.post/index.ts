import fc from "fast-check";
import { devicesOf, registerDevice, unknownId } from "../../client/people.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { type Drawn, fields, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { again } from "../../draw/references.ts";
import { deferred, isSymbolic, type SymbolicState } from "../../draw/symbols.ts";
import { Untestable } from "../../expect.ts";
import * as properties from "./properties.ts";

/** The devices that are registered, each with its owner. */
const registered = (state: SymbolicState): { readonly as: string; readonly device_id: unknown }[] => [
  ...[...state.withDevice].map((of) => ({ as: of, device_id: { ref: "device", of } })),
  ...state.devices.filter(({ isGone }) => !isGone).map((device) => ({ as: device.by, device_id: state.ref(device) })),
];

const own: Drawn = deferred((state, one) => one(registered(state)));

const foreign: Drawn = deferred((state, one) => {
  const found = one(registered(state));
  const as = found && one(state.facts.active.filter((name) => name !== found.as));
  return as && { ...found, as };
});

export const removeClientDevicePost = stated("remove_client_device.post", {
  clauses: {
    removes: "The device is no longer among the caller's.",
    "own-devices": "A device of somebody else stays; on running servers the request is refused.",
  },
  call: {
    mayRefuse: "no device can be registered here, and those that are there stay, since nothing would put them back",
    by: people,
    prepare: async ({ as }, by = as.alice) => {
      // The id of no device, where none can be registered.
      const device_id = await registerDevice(by).catch((thrown: unknown) => {
        if (thrown instanceof Untestable) return unknownId;
        throw thrown;
      });
      return { actor: by, route: "POST /remove_client_device", fields: { device_id } };
    },
    trace: async ({ actor, fields }) => (await devicesOf(actor)).includes(String(fields.device_id)),
  },
  step: {
    weight: () => 3,
    draw: () => ({
      accepted: own,
      refused: mostly(
        [2, again("remove_client_device.post")],
        [2, foreign],
        [2, fields({ device_id: mostly([1, fc.constantFrom(0, "phone", 999999)], [1, undefined]), colour: unsupported })],
      ),
    }),
    tell: (given, say) => `removes ${say(given.device_id)}${rest(given, ["device_id"], say)}`,
    note: (state, as, { device_id }) => {
      const device = state.thing(device_id);
      if (device) device.isGone = true;
      else if (isSymbolic(device_id)) state.withDevice.delete(as);
    },
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
