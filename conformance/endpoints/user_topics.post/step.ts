import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, unsupported, usually } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { channel } from "../../draw/references.ts";
import { topic } from "../../draw/topics.ts";

export const step: Op = {
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

export const call: Call = {
  route: "POST /user_topics",
  since: 170,
  required: ["stream_id", "topic", "visibility_policy"],
  returns: {},
  by: people,
  prepare: async (session, by = session.as.alice) => {
    const fields = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 1 };
    return { actor: by, route: "POST /user_topics", fields };
  },
  trace: async ({ actor, fields }) =>
    (await recordsWith(actor, "user_topic", "topic_name", fields.topic, "user_topics")).map(({ visibility_policy }) => visibility_policy),
};
