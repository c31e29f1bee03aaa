import { channel, fields, mostly, rest, topic, unsupported, usually } from "./draws.ts";
import type { Op } from "./step.ts";

export const userTopicsPost: Op = {
  route: "POST /user_topics",
  about: ["user_topics.post/", "topic-policy/", "events/"],
  weight: () => 6,
  draw: (ground) =>
    fields({
      stream_id: usually(mostly([30, channel(ground)], [1, 0])),
      topic: usually(topic(ground)),
      visibility_policy: usually(mostly([3, 0], [3, 1], [3, 2], [3, 3], [1, 4], [1, "muted"])),
      colour: unsupported,
    }),
  tell: (given, say) =>
    `sets #${say(given.stream_id)} > ${say(given.topic)} to policy ${say(given.visibility_policy)}${rest(given, ["stream_id", "topic", "visibility_policy"], say)}`,
};
