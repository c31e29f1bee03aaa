import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

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
