import { absent } from "../catalogue/routes.ts";
import { beyondLimits } from "../client/limits.ts";
import { unstatedIn } from "../client/narrow-grammar.ts";
import type { Reply } from "../client/target.ts";
import type { Answered } from "../compare/answers.ts";
import type { RecordedExchange } from "./exchange.ts";
import type { Knowledge } from "./knowledge.ts";

const only = "only seen on running servers:";

/** Returns what no sentence says of a request, so that the model's answer is not the only one; undefined where there is nothing of that. */
export function unstatedOf({ path, query, form }: RecordedExchange, narrow: unknown, { bounds }: Knowledge): string | undefined {
  const terms = unstatedIn(narrow);
  if (terms !== undefined) return `${only} ${terms}`;
  const fields = { ...query, ...form };
  return beyondLimits(path, { topic: fields.subject, ...fields }, bounds) === undefined ? undefined : `${only} how long a text may be`;
}

/** Returns what no sentence says of two answers to the same request; undefined where they can be compared. */
export function undecided({ body: ours }: Answered, { status, body: theirs }: Reply): string | undefined {
  if (absent.has(status)) return `the server answers ${status}, as it may where it does not have the route`;
  const isAnswer = theirs.result === "success" || theirs.result === "error";
  return isAnswer && theirs.result !== ours.result && status < 500 ? `${only} whether this is refused` : undefined;
}

/** Why the answers to polls are not compared. */
export const unstatedEvents = `${only} how events are told`;

/** Requests beside the specification that change nothing which is compared. */
const harmless = /^\/(users\/me\/(presence|status)|messages\/flags|mark_|drafts)/;

/** Whether a request that the specification does not name may have changed what is compared, in a way that no sentence says. */
export const isUnforeseen = ({ path }: RecordedExchange): boolean => !harmless.test(path);
