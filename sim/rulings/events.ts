import type { Ruling } from "./ruling.ts";

/** Registration and event queues. */
export const events = {
  unknownAcknowledgement: {
    section: "Events",
    question: "Does acknowledging an event that was not in the queue lose the events before it?",
    choices: ["keeps", "observed"],
    reason:
      "The request is refused either way, and a refused request leaves no trace; running servers drop the events first and refuse then.",
  },
} as const satisfies Record<string, Ruling>;
