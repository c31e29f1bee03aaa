import { refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages");

/** Takes a count that is left out for 10. */
const withMissingCounts = (request: InterceptedRequest) => {
  const missing = ["num_before", "num_after"].filter((name) => request.field(name) === undefined);
  return missing.length === 1 ? request.with(Object.fromEntries(missing.map((name) => [name, 10]))) : undefined;
};

/** Faults of what is refused, and of what is too much. */
export const refusals: readonly Mutant[] = [
  fetching("missing-count-is-ten", "messages.get/counts-required", "A count that is left out is 10.", { request: withMissingCounts }),
  fetching("wrong-date-is-newest", "messages.get/anchor-date-wrong", "A date that is none is read as the newest message.", {
    request: (request) =>
      request.field("anchor_date") !== undefined && request.wouldSay().body.result === "error"
        ? request.with({ anchor: "newest" })
        : undefined,
  }),
  fetching("limit-refused-at-bound", ["messages.get/limit-5000-fits", "limits/messages-per-request"], "5000 messages are too many.", {
    instead: refusing((request) => Number(request.field("num_before")) + Number(request.field("num_after")) >= 5000),
  }),
  fetching("limit-one-too-high", ["messages.get/limit-5000", "limits/messages-per-request-exceeded"], "5001 messages are not too many.", {
    request: (request) => {
      const [before, after] = [Number(request.field("num_before")), Number(request.field("num_after"))];
      return before + after === 5001 ? request.with(before > 0 ? { num_before: before - 1 } : { num_after: after - 1 }) : undefined;
    },
  }),
  fetching(
    "limit-not-enforced",
    ["messages.get/limit-5000", "limits/messages-per-request-exceeded"],
    "Any number of messages can be asked for.",
    {
      request: (request) =>
        Number(request.field("num_before")) + Number(request.field("num_after")) > 5000
          ? request.with({ num_before: 100, num_after: 100 })
          : undefined,
    },
  ),
];
