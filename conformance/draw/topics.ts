import fc from "fast-check";
import { type Drawn, mostly } from "./combinators.ts";
import type { Ground } from "./ground.ts";

/** A few topics that are new with each scenario, shared by all its actors. */
export const freshTopic: Drawn = fc.constantFrom("lunch", "lunch", "lunch", "rota", "rota", "Tools").map((of) => ({ ref: "fresh", of }));

const emptyTopics: Drawn = fc.constantFrom("", "(no topic)", { ref: "display name", of: "topic" });

/** A topic, at times one with a special meaning or at the bound. */
export const topic = ({ known }: Ground): Drawn =>
  mostly(
    [24, freshTopic],
    [known ? 3 : 0, emptyTopics],
    [1, { ref: "text", of: ["  ", { ref: "fresh", of: "lunch" }, " "] }],
    [known ? 1 : 0, fc.constantFrom(-1, 0, 1).map((plus) => ({ ref: "long", of: "max_topic_length", plus }))],
    [known ? 1 : 0, "compost"],
  );
