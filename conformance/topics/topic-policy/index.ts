import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";

export const topicPolicy = topic("topic-policy", { clauses, properties: { "": properties }, mutants: () => import("./mutants.ts") });
