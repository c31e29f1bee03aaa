import { isObject } from "../protocol/json.ts";
import type { AnswerFields, VaryAnswer } from "./varied-answer.ts";

const mayMerge = (event: AnswerFields): boolean =>
  event.type === "update_message_flags" && event.all === false && !(event.flag === "read" && event.op === "remove");

const isSame = (one: AnswerFields, other: AnswerFields): boolean => one.op === other.op && one.flag === other.flag;

/** Two neighbours about the same flag come as one under the newer id, so that acknowledging it acknowledges both. */
export const mergedFlags: VaryAnswer = ({ body }) => {
  if (!Array.isArray(body.events)) return;
  const events: AnswerFields[] = [];
  for (const event of body.events as AnswerFields[]) {
    const last = events.at(-1);
    if (last && isObject(event) && mayMerge(event) && mayMerge(last) && isSame(event, last))
      events[events.length - 1] = { ...event, messages: [...(last.messages as number[]), ...(event.messages as number[])] };
    else events.push(event);
  }
  body.events = events;
};
