import fc from "fast-check";
import { devicesOf } from "../../client/devices.ts";
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
  mayRefuse: "only a control API registers a device",
  by: people,
  prepare: async ({ as, target }, by = as.alice) => {
    const made = await target.steering?.act({ action: "register_device", as: by.name });
    const device_id = made?.device_id ?? 2_000_000_000;
    return { actor: by, route: "POST /remove_client_device", fields: { device_id } };
  },
  trace: async ({ actor, fields }) => (await devicesOf(actor)).includes(String(fields.device_id)),
};
