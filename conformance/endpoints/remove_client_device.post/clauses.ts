import { clausesOf, since } from "../../declare/clause.ts";

const device = clausesOf("Endpoints > POST /remove_client_device", "remove_client_device.post", {
  removes: "The device is no longer among the caller's.",
  "unknown-device": "On running servers an id of no device is refused, also of one that was removed already.",
  "own-devices": "A device of somebody else stays; on running servers the request is refused.",
});

export const clauses = since(470, device);
