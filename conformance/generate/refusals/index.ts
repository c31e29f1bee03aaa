import { nobody } from "../../draw/symbols.ts";
import { ofMessages } from "./messages.ts";
import { ofOthers } from "./others.ts";
import type { Fields, Refusal } from "./refusal.ts";

export type { Refusal };

/** Refusals of asking for an API key, which needs no credentials. */
const login = (by: string, test: (fields: Fields) => boolean): Refusal => ({
  op: "fetch_api_key.post",
  code: undefined,
  by,
  isMet: ({ step, expected }) => step.op === "fetch_api_key.post" && expected.status >= 400 && test(step.fields),
});

const isComplete = ({ username, password }: Fields): boolean => username !== undefined && password !== undefined;

/** Kinds of requests that need credentials. */
const closed = new Set([
  ...[...ofMessages, ...ofOthers].map(({ op }) => op),
  "realm.linkifiers.get",
  "realm.presence.get",
  "register.post",
]);

const withoutLogin = [...closed].map(
  (op): Refusal => ({
    op,
    code: undefined,
    by: "nobody who is logged in",
    isMet: ({ step, expected }) => step.op === op && step.as === nobody && expected.status === 401,
  }),
);

/** Every refusal that the specification states for its endpoints and their queues, by who or what provokes it. */
export const refusals: readonly Refusal[] = [
  ...ofMessages,
  ...ofOthers,
  login("a name and a password that do not go together", isComplete),
  login("no username or no password", (fields) => !isComplete(fields)),
  ...withoutLogin,
];
