import fc from "fast-check";
import { devicesOf, someDevice } from "../../client/devices.ts";
import type { CallBeside } from "../../declare/call.ts";
import { stated } from "../../declare/folder.ts";
import { rest, type StepBeside } from "../../declare/step.ts";
import { type Drawn, fields, mostly, unsupported } from "../../draw/combinators.ts";
import type { Course } from "../../draw/course.ts";
import { later } from "../../draw/later.ts";
import { people } from "../../draw/people.ts";
import { again } from "../../draw/references.ts";
import { isSymbolic } from "../../draw/symbols.ts";
import * as properties from "./properties.ts";

/** The devices that are registered, each with its owner. */
const registered = (course: Course): { readonly as: string; readonly device_id: unknown }[] => [
  ...[...course.withDevice].map((of) => ({ as: of, device_id: { ref: "device", of } })),
  ...course.devices.filter(({ isGone }) => !isGone).map((device) => ({ as: device.by, device_id: course.ref(device) })),
];

const own: Drawn = later((course, one) => one(registered(course)));

const foreign: Drawn = later((course, one) => {
  const found = one(registered(course));
  const as = found && one(course.ground.active.filter((name) => name !== found.as));
  return as && { ...found, as };
});

const step: StepBeside = {
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
  note: (course, as, { device_id }) => {
    const device = course.thing(device_id);
    if (device) device.isGone = true;
    else if (isSymbolic(device_id)) course.withDevice.delete(as);
  },
};

const call: CallBeside = {
  mayRefuse: "the target lets nobody register a device whose registration the suite knows",
  by: people,
  prepare: async ({ as }, by = as.alice) => {
    return { actor: by, route: "POST /remove_client_device", fields: { device_id: await someDevice(by) } };
  },
  trace: async ({ actor, fields }) => (await devicesOf(actor)).includes(String(fields.device_id)),
};

export const removeClientDevicePost = stated("remove_client_device.post", {
  clauses: {
    removes: "The device is no longer among the caller's.",
    "unknown-device": "On running servers an id of no device is refused, also of one that was removed already.",
    "own-devices": "A device of somebody else stays; on running servers the request is refused.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
