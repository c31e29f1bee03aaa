import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";

export const narrow = topic("narrow", { clauses, properties: { "": properties }, mutants: () => import("./mutants.ts") });
