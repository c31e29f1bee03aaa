import fc from "fast-check";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, rarely, unsupported } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { orElse } from "../../draw/later.ts";
import { people } from "../../draw/people.ts";
import { channelOfActor, closedChannel, several } from "../../draw/references.ts";
import { channelOfTalk, peopleOfTalk, topicOfTalk } from "../../draw/talks.ts";
import { topic } from "../../draw/topics.ts";

const op = mostly([3, "start"], [2, "stop"]);

const toPeople: Drawn = fields({
  op,
  type: mostly([2, "direct"], [1, undefined]),
  to: mostly([2, orElse(peopleOfTalk, several("user", 1, 2))], [1, several("user", 1, 2)]),
  stream_id: rarely(channelOfActor("channel"), 12),
  colour: unsupported,
});

const inChannel = (ground: Ground): Drawn =>
  fields({
    op,
    type: fc.constantFrom("stream", "channel"),
    stream_id: mostly([2, orElse(channelOfTalk("channel"), channelOfActor("channel"))], [1, channelOfActor("channel")]),
    topic: mostly([2, orElse(topicOfTalk("stream_id"), topic(ground))], [1, topic(ground)]),
    to: rarely(fc.constant([0]), 12),
  });

function refused(ground: Ground): Drawn {
  const [direct, channel] = [toPeople, inChannel(ground)];
  return mostly(
    [5, but(mostly([1, direct], [1, channel]), { op: mostly([2, "pause"], [1, ""]) })],
    [3, but(direct, { op: undefined })],
    [3, but(direct, { type: fc.constant("private") })],
    [5, but(direct, { to: fc.constantFrom([], [0], "bob") })],
    [1, but(direct, { to: undefined })],
    [2, but(channel, { stream_id: mostly([1, 0], [2, closedChannel("channel")]) })],
    [3, but(channel, { stream_id: undefined })],
    [4, but(channel, { topic: undefined })],
  );
}

export const step: Op = {
  route: "POST /typing",
  weight: () => 8,
  draw: (ground) => ({ accepted: mostly([1, toPeople], [1, inChannel(ground)]), refused: refused(ground) }),
  tell: (given, say) => {
    const place =
      given.type === "stream" || given.type === "channel"
        ? `in #${say(given.stream_id)} > ${say(given.topic, "as name")}`
        : `to ${say(given.to)}`;
    const isUsual = given.op === "start" || given.op === "stop";
    const inSentence = ["type", "stream_id", "topic", "to", ...(isUsual ? ["op"] : [])];
    return `${given.op === "stop" ? "stops" : "starts"} typing ${place}${rest(given, inSentence, say)}`;
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
