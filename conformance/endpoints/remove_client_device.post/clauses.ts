import { absent, given, integer, leaves, refused, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const device = clausesOf("Endpoints > POST /remove_client_device", "remove_client_device.post", {
  removes: {
    says: "The device is no longer among the caller's.",
    about: [taken({ device_id: given }), leaves("events[device]", { device_id: given })],
  },
  "device_id-required": { says: "device_id is required.", about: refused({ device_id: absent }) },
  "unknown-device": {
    says: "On running servers an id of no device is refused, also of one that was removed already.",
    about: refused({ device_id: given }),
  },
  "own-devices": {
    says: "A device of somebody else stays; on running servers the request is refused.",
    about: refused({ device_id: integer }, { weight: -0.5 }),
  },
});

export const clauses = since(470, device);
