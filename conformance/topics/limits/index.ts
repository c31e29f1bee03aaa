import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as folders from "./properties.folders.ts";
import * as time from "./properties.time.ts";
import * as properties from "./properties.ts";

export const limits = topic("limits", { clauses, properties: { folders, time, "": properties }, mutants: () => import("./mutants.ts") });
