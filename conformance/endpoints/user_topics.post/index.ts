import { stated } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const userTopicsPost = stated("user_topics.post", {
  clauses,
  call,
  step,
  properties: { "": properties },
  events: ["user_topic"],
  mutants: () => import("./mutants.ts"),
});
