import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const channelFoldersIdPatch = stated("channel_folders-id.patch", {
  clauses: {
    name: "A name that is given becomes the folder's name; the rest stays.",
    "name-capitals": { says: "Whether a folder may get its own name in other capitals is left open.", silent: "folderCapitals" },
    description: "A description that is given becomes the folder's description; the rest stays.",
    "is-archived": "is_archived true archives the folder, false unarchives it; the rest stays.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
