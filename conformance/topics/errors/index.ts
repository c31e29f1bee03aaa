import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as codes from "./properties.codes.ts";
import * as properties from "./properties.ts";

export const errors = topic("errors", { clauses, properties: { codes, "": properties }, mutants: () => import("./mutants.ts") });
