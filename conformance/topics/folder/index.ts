import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";

export const folder = topic("folder", { clauses, properties: { "": properties }, mutants: () => import("./mutants.ts") });
