import fc from "fast-check";
import { type Op, rest } from "../../declare/step.ts";
import { fields, mostly, rarely, truth } from "../../draw/combinators.ts";
import { made } from "../../draw/references.ts";
import { maker } from "../../draw/symbols.ts";

const capabilities = fc.constantFrom(
  { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true },
  { notification_settings_null: true, stream_typing_notifications: true },
  { notification_settings_null: false, empty_topic_name: true },
);

export const registerPost: Op = {
  route: "POST /register",
  about: ["events/", "limits/"],
  weight: () => 5,
  draw: ({ known }) =>
    fields({
      event_types: mostly([8, undefined], [2, ["message"]], [1, ["message", "user_topic"]], [1, ["typing", "user_topic"]]),
      fetch_event_types: mostly([6, fc.constant([])], [1, ["realm"]]),
      client_capabilities: mostly([4, capabilities], [2, undefined]),
      apply_markdown: rarely(truth, 2),
      client_gravatar: rarely(truth, 4),
      all_public_streams: rarely(truth, known ? 8 : 1000),
    }),
  tell: (given, say) => `registers a queue${rest(given, ["fetch_event_types"], say)}`,
  makes: { kind: "queue", field: "queue_id" },
};

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
