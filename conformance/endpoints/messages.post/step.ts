import fc from "fast-check";
import { directFields } from "../../client/messages.ts";
import type { Call, Ready } from "../../declare/call.ts";
import type { Fields, Ground, Op, Say } from "../../declare/step.ts";
import { content } from "../../draw/content.ts";
import {
  channel,
  channelName,
  type Drawn,
  email,
  fields,
  listOf,
  made,
  mostly,
  rarely,
  rest,
  topic,
  truth,
  unsupported,
  user,
  usually,
} from "../../draw/draws.ts";
import { prepared } from "../../expect.ts";

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

/** The caller's newest messages with the content of the request. */
async function withContent({ actor, fields }: Ready): Promise<unknown> {
  const narrow = [{ operator: "sender", operand: actor.email }];
  const reply = await actor.send("GET /messages", { anchor: "newest", num_before: 50, num_after: 0, narrow, apply_markdown: false });
  const messages = prepared.succeeded(reply, "to show somebody their own messages").messages as { content: string; id: number }[];
  return messages.filter(({ content }) => content === fields.content).map(({ id }) => id);
}

export const call: Call = {
  route: "POST /messages",
  since: 0,
  required: ["type", "to", "content"],
  returns: { id: "integer" },
  beside: { read_by_sender: boolean(true, 236), topic: { value: "ignored for direct messages", since: 0 } },
  mayRefuse: "the organization may not allow direct messages",
  prepare: async (session) => {
    const actor = session.as.alice;
    return { actor, route: "POST /messages", fields: directFields(actor, [actor], session.fresh("hello")) };
  },
  trace: withContent,
};
