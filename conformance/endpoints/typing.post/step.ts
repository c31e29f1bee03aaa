import fc from "fast-check";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, listOf, mostly, rarely, unsupported, usually } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { channel, user } from "../../draw/references.ts";
import { topic } from "../../draw/topics.ts";

export const step: Op = {
  route: "POST /typing",
  about: ["typing.post/", "events/"],
  weight: () => 5,
  draw: (ground) =>
    fc.oneof(
      fields({
        op: mostly([10, "start"], [6, "stop"], [1, "pause"]),
        type: mostly([6, "direct"], [3, undefined], [1, "private"]),
        to: usually(mostly([10, listOf(user(ground), 2, 1)], [1, []], [1, [0]])),
        stream_id: rarely(channel(ground), 12),
        colour: unsupported,
      }),
      fields({
        op: mostly([10, "start"], [6, "stop"]),
        type: fc.constantFrom("stream", "channel"),
        stream_id: usually(mostly([20, channel(ground)], [1, 0])),
        topic: usually(topic(ground)),
        to: rarely(fc.constant([0]), 12),
      }),
    ),
  tell: (given, say) => {
    const place =
      given.type === "stream" || given.type === "channel" ? `in #${say(given.stream_id)} > ${say(given.topic)}` : `to ${say(given.to)}`;
    return `${given.op === "stop" ? "stops" : "starts"} typing ${place}${rest(given, ["type", "stream_id", "topic", "to"], say)}`;
  },
};

export const call: Call = {
  route: "POST /typing",
  since: 0,
  required: ["op"],
  returns: {},
  beside: { topic: { value: "ignored for direct", since: 0 }, stream_id: { value: 1, since: 0 } },
  mayRefuse: "the account may have turned its typing notifications off",
  by: people,
  prepare: async ({ as }, by = as.alice) => ({ actor: by, route: "POST /typing", fields: { op: "start", to: [by.user_id] } }),
};
