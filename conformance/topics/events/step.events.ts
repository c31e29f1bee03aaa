import type { Op } from "../../declare/step.ts";
import { fields, made, mostly, rest } from "../../draw/draws.ts";
import { maker } from "../../draw/symbols.ts";

export const eventsGet: Op = {
  route: "GET /events",
  about: ["events/", "messages.post/", "typing.post/", "topic-policy/"],
  weight: () => 9,
  by: () => [maker],
  draw: ({ known }) =>
    fields({
      queue_id: made("queue"),
      last_event_id: mostly([24, { ref: "event", at: 0 }], [known ? 2 : 0, { ref: "start", at: 0 }], [known ? 1 : 0, 9999]),
    }).map((given) => {
      // The event is one of the queue that is asked.
      const { at } = given.queue_id as { readonly at: number };
      const { last_event_id } = given;
      return { ...given, last_event_id: typeof last_event_id === "object" ? { ...last_event_id, at } : last_event_id };
    }),
  tell: (given, say) => `polls ${say(given.queue_id)} after ${say(given.last_event_id)}${rest(given, ["queue_id", "last_event_id"], say)}`,
};
