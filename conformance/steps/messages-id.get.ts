import fc from "fast-check";
import { fields, made, mostly, rarely, rest, truth, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";

export const messagesIdGet: Op = {
  route: "GET /messages/{message_id}",
  about: ["messages-id.get/", "message-resource/", "visibility/"],
  weight: () => 8,
  draw: () =>
    fields({
      message_id: mostly([30, made("message")], [1, fc.constantFrom(0, 2147483646)]),
      apply_markdown: rarely(mostly([8, truth], [1, "maybe"]), 3),
      allow_empty_topic_name: rarely(truth, 3),
      colour: unsupported,
    }),
  tell: (given, say) => `fetches ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
};
