import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const channelFoldersIdPatch = endpoint("channel_folders-id.patch", {
  clauses,
  call,
  step,
  properties: { refusals, "": properties },
  mutants: () => import("./mutants.ts"),
});
