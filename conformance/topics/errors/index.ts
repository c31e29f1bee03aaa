import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";

export const errors = topic("errors", { clauses, properties: { "": properties }, mutants: () => import("./mutants.ts") });
