import fc from "fast-check";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, unsupported } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { orElse } from "../../draw/later.ts";
import { people } from "../../draw/people.ts";
import { channelOfActor, closedChannel } from "../../draw/references.ts";
import { channelOfTalk, topicOfTalk } from "../../draw/talks.ts";
import { topic, topicBeyond } from "../../draw/topics.ts";

const policies = (ground: Ground): Drawn =>
  fields({
    stream_id: mostly([2, orElse(channelOfTalk("channel"), channelOfActor("channel"))], [1, channelOfActor("channel")]),
    topic: mostly([2, orElse(topicOfTalk("stream_id"), topic(ground))], [1, topic(ground)]),
    visibility_policy: fc.constantFrom(0, 1, 2, 3),
    colour: unsupported,
  });

function refused(ground: Ground): Drawn {
  const accepted = policies(ground);
  return mostly(
    [2, but(accepted, { stream_id: mostly([2, 0], [1, closedChannel("channel")]) })],
    [2, but(accepted, { visibility_policy: fc.constantFrom(4, -1, "muted") })],
    [2, but(accepted, { topic: topicBeyond })],
    ...["stream_id", "topic", "visibility_policy"].map((name) => [1, but(accepted, { [name]: undefined })] as const),
  );
}

export const step: Op = {
  route: "POST /user_topics",
  weight: () => 6,
  draw: (ground) => ({ accepted: policies(ground), refused: refused(ground) }),
  tell: (given, say) =>
    `sets #${say(given.stream_id)} > ${say(given.topic, "as name")} to policy ${say(given.visibility_policy)}${rest(given, ["stream_id", "topic", "visibility_policy"], say)}`,
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
