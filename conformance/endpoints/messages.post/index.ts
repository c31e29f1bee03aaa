import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as echo from "./properties.echo.ts";
import * as errors from "./properties.errors.ts";
import * as policy from "./properties.policy.ts";
import * as text from "./properties.text.ts";
import * as to from "./properties.to.ts";
import * as type from "./properties.type.ts";
import { call, step } from "./step.ts";

export const messagesPost = endpoint("messages.post", {
  clauses,
  call,
  step,
  properties: { echo, errors, policy, text, to, type },
  events: ["message"],
  mutants: () => import("./mutants.ts"),
});
