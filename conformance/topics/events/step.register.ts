import fc from "fast-check";
import type { Op } from "../../declare/step.ts";
import { fields, mostly, rarely, rest, truth } from "../../draw/draws.ts";

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
      client_capabilities: usuallyDeclared,
      apply_markdown: rarely(truth, 2),
      client_gravatar: rarely(truth, 4),
      all_public_streams: rarely(truth, known ? 8 : 1000),
    }),
  tell: (given, say) => `registers a queue${rest(given, ["fetch_event_types"], say)}`,
  makes: { kind: "queue", field: "queue_id" },
};

const usuallyDeclared = mostly([4, capabilities], [2, undefined]);
