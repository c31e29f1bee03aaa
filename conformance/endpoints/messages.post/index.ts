import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as echo from "./properties.echo.ts";
import * as errors from "./properties.errors.ts";
import * as wildcards from "./properties.errors.wildcards.ts";
import * as policy from "./properties.policy.ts";
import * as text from "./properties.text.ts";
import * as recipients from "./properties.to.recipients.ts";
import * as to from "./properties.to.ts";
import * as topic from "./properties.topic.ts";
import * as type from "./properties.type.ts";
import { call, step } from "./step.ts";

export const messagesPost = endpoint("messages.post", {
  clauses,
  call,
  step,
  properties: { echo, errors: { ...errors, ...wildcards }, policy, text, to: { ...to, ...recipients }, topic, type },
  events: ["message"],
  mutants: () => import("./mutants.ts"),
});
