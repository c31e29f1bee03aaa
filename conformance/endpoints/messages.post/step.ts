import fc from "fast-check";
import { directFields, fetchMessages, idsOf } from "../../client/messages.ts";
import type { Call, Ready } from "../../declare/call.ts";
import type { Op, Say } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import type { Fields } from "../../draw/combinators.ts";
import { type Drawn, fields, listOf, mostly, rarely, truth, unsupported, usually } from "../../draw/combinators.ts";
import { content } from "../../draw/contents.ts";
import type { Ground } from "../../draw/ground.ts";
import { people } from "../../draw/people.ts";
import { channel, channelName, email, made, user } from "../../draw/references.ts";
import { topic } from "../../draw/topics.ts";

const readBySender = ({ known }: Ground): Drawn => (known ? rarely(truth, 3) : truth);

/** Local echo: both fields or, where one is missing, a refusal. */
const withEcho = (given: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> => {
  const echo = fields({ queue_id: usually(made("queue"), 10), local_id: usually(fc.constantFrom("7.01", "x"), 10) });
  return fc.oneof(
    { weight: 7, arbitrary: given },
    { weight: 1, arbitrary: fc.tuple(given, echo).map(([first, more]) => ({ ...first, ...more })) },
  );
};

const toChannel = (ground: Ground): fc.Arbitrary<Fields> =>
  fields({
    type: mostly([8, "channel"], [8, "stream"], [1, "Channel"]),
    to: mostly([12, channelName(ground)], [6, channel(ground)], [1, { ref: "fresh", of: "no channel" }], [1, 0], [1, undefined]),
    topic: usually(topic(ground)),
    subject: rarely(topic(ground), 40),
    content: usually(content(ground)),
    read_by_sender: readBySender(ground),
    colour: unsupported,
  });

const toPeople = (ground: Ground): fc.Arbitrary<Fields> =>
  fields({
    type: mostly([8, "direct"], [4, "private"]),
    to: mostly(
      [8, listOf(user(ground), 3, 1)],
      [4, listOf(email(ground), 2, 1)],
      [2, user(ground)],
      [1, listOf(fc.constantFrom(0, "x@y"), 1)],
    ),
    topic: rarely(topic(ground), 20),
    content: usually(content(ground)),
    read_by_sender: readBySender(ground),
    colour: unsupported,
  });

const ofSubjectAlone = (ground: Ground): fc.Arbitrary<Fields> =>
  fields({
    type: fc.constant("stream"),
    to: channelName(ground),
    subject: topic(ground),
    content: content(ground),
    read_by_sender: readBySender(ground),
  });

function tell(given: Fields, say: Say): string {
  const isChannel = given.type === "channel" || given.type === "stream";
  const place = isChannel ? `#${say(given.to)} > ${say(given.topic ?? given.subject)}` : say(given.to);
  const told = isChannel && given.topic === undefined ? ["type", "to", "subject", "content"] : ["type", "to", "topic", "content"];
  return `sends ${say(given.content ?? "nothing")} to ${place}${rest(given, told, say)}`;
}

export const step: Op = {
  route: "POST /messages",
  about: ["messages.post/"],
  weight: () => 30,
  draw: (ground) =>
    withEcho(
      fc.oneof(
        { weight: 6, arbitrary: toChannel(ground) },
        { weight: 3, arbitrary: toPeople(ground) },
        { weight: 1, arbitrary: ofSubjectAlone(ground) },
      ),
    ),
  tell,
  makes: { kind: "message", field: "id" },
};

const boolean = (value: boolean, since = 0) => ({ value, since });

/** The ids of the caller's newest messages with the content of the request. */
async function withContent({ actor, fields }: Ready): Promise<unknown> {
  const narrow = [{ operator: "sender", operand: actor.email }];
  const messages = await fetchMessages(actor, narrow, { num_before: 50, apply_markdown: false });
  return idsOf(messages.filter(({ content }) => content === fields.content));
}

export const call: Call = {
  route: "POST /messages",
  since: 0,
  required: ["type", "to", "content"],
  returns: { id: "integer" },
  beside: { read_by_sender: boolean(true, 236), topic: { value: "ignored for direct messages", since: 0 } },
  mayRefuse: "the organization may not allow direct messages",
  by: people,
  prepare: async (session, by = session.as.alice) => ({
    actor: by,
    route: "POST /messages",
    fields: directFields(by, [by], session.fresh("hello")),
  }),
  trace: withContent,
};
