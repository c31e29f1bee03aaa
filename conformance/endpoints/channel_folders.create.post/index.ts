import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as refusals from "./properties.refusals.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const channelFoldersCreatePost = endpoint("channel_folders.create.post", {
  clauses,
  call,
  step,
  properties: { refusals, "": properties },
  mutants: () => import("./mutants.ts"),
});
