import { stated } from "../../declare/folder.ts";
import { clauses, elsewhere } from "./clauses.ts";
import * as errors from "./properties.errors.ts";
import * as sender from "./properties.sender.ts";
import * as to from "./properties.to.ts";
import * as topic from "./properties.topic.ts";
import { call, step } from "./step.ts";

export const messagesPost = stated("messages.post", {
  clauses,
  elsewhere,
  call,
  step,
  properties: { errors, sender, to, topic },
  events: ["message"],
  mutants: () => import("./mutants.ts"),
});
