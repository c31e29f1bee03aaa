import { isObject } from "../protocol/json.ts";
import type { Change, Fields } from "./said.ts";

const mayMerge = (event: Fields): boolean =>
  event.type === "update_message_flags" && event.all === false && !(event.flag === "read" && event.op === "remove");

const isSame = (one: Fields, other: Fields): boolean => one.op === other.op && one.flag === other.flag;

/** Two neighbours about the same flag come as one under the newer id, so that acknowledging it acknowledges both. */
export const mergedFlags: Change = ({ body }) => {
  if (!Array.isArray(body.events)) return;
  const events: Fields[] = [];
  for (const event of body.events as Fields[]) {
    const last = events.at(-1);
    if (last && isObject(event) && mayMerge(event) && mayMerge(last) && isSame(event, last))
      events[events.length - 1] = { ...event, messages: [...(last.messages as number[]), ...(event.messages as number[])] };
    else events.push(event);
  }
  body.events = events;
};
