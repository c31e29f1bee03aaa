import type { ClientRule } from "../rule.ts";
import { credentialRules } from "./credentials.ts";
import { aliases, levelRules, parameterRules } from "./parameters.ts";
import { queueRules } from "./queues.ts";
import { typingRules } from "./typing.ts";

/** Everything that is asked of clients. */
export const rules: readonly ClientRule[] = [
  ...aliases,
  ...levelRules,
  ...parameterRules,
  ...typingRules,
  ...queueRules,
  ...credentialRules,
];
