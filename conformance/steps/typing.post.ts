import fc from "fast-check";
import { channel, fields, listOf, mostly, rarely, rest, topic, unsupported, user, usually } from "./draws.ts";
import type { Op } from "./step.ts";

export const typingPost: Op = {
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
