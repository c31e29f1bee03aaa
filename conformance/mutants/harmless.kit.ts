import type { InterceptedRequest } from "./kit/intercepted.ts";
import { type Mutant, mutant } from "./kit/mutant.ts";

/** A server that decides a point otherwise that the specification leaves open. */
export const harmless = (name: string, says: string, parts: Omit<Mutant, "name" | "breaks" | "says">): Mutant =>
  mutant({ name, breaks: [], says, ...parts });

/** Whether the server behind refuses a request in such words. */
export const says = (request: InterceptedRequest, words: RegExp): boolean => {
  const { body } = request.wouldSay();
  return body.result === "error" && words.test(String(body.msg));
};
