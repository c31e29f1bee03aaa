import type { Ruling } from "./ruling.ts";

/** Registration and event queues. */
export const events = {
  unknownAcknowledgement: {
    kind: "silent",
    section: "Events",
    question: "Does acknowledging an event that was not in the queue lose the events before it?",
    choices: ["lost", "kept"],
    reason: "The text does not show how events are fetched; running servers drop the events up to that id first, and refuse then.",
  },
} as const satisfies Record<string, Ruling>;
