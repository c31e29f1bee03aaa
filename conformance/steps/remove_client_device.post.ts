import fc from "fast-check";
import { fields, mostly, named, rest, unsupported, usually } from "./draws.ts";
import type { Op } from "./step.ts";

export const removeClientDevicePost: Op = {
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
