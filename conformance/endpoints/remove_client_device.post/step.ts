import fc from "fast-check";
import { devicesOf, someDevice } from "../../client/devices.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, unsupported, usually } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { named } from "../../draw/references.ts";

export const step: Op = {
  route: "POST /remove_client_device",
  about: ["remove_client_device.post/"],
  weight: () => 1,
  draw: ({ known, cast }) =>
    fields({
      device_id: usually(mostly([known ? 3 : 0, named("device", cast)], [2, fc.constantFrom(0, "phone", 999999)])),
      colour: unsupported,
    }),
  tell: (given, say) => `removes the device ${say(given.device_id)}${rest(given, ["device_id"], say)}`,
};

export const call: Call = {
  route: "POST /remove_client_device",
  since: 470,
  required: ["device_id"],
  returns: {},
  mayRefuse: "the target lets nobody register a device whose registration the suite knows",
  by: people,
  prepare: async ({ as }, by = as.alice) => {
    return { actor: by, route: "POST /remove_client_device", fields: { device_id: await someDevice(by) } };
  },
  trace: async ({ actor, fields }) => (await devicesOf(actor)).includes(String(fields.device_id)),
};
