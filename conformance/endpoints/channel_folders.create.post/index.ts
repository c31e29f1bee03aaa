import { stated } from "../../declare/folder.ts";
import { call, step } from "./step.ts";

export const channelFoldersCreatePost = stated("channel_folders.create.post", {
  clauses: {
    "description-empty": "The description may be the empty text.",
  },
  call,
  step,
  properties: {},
  mutants: () => import("./mutants.ts"),
});
