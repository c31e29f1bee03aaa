import fc from "fast-check";
import { directFields, fetchMessages, idsOf } from "../../client/messages.ts";
import type { Call, Ready } from "../../declare/call.ts";
import type { Op, Requests, Say } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import type { Fields } from "../../draw/combinators.ts";
import { but, type Drawn, fields, listOf, mostly, rarely, truth, unsupported } from "../../draw/combinators.ts";
import { content, contentAtLimit, noContent } from "../../draw/contents.ts";
import type { Ground } from "../../draw/ground.ts";
import { orElse } from "../../draw/later.ts";
import { people } from "../../draw/people.ts";
import {
  channelOfActor,
  closedChannel,
  formerMembers,
  named,
  noneOf,
  ownQueue,
  several,
  somebody,
  somebodyWith,
} from "../../draw/references.ts";
import { isSymbolic } from "../../draw/symbols.ts";
import { channelOfTalk, peopleOfTalk, topicOfTalk } from "../../draw/talks.ts";
import { topic, topicBeyond } from "../../draw/topics.ts";

/** Somebody who answers: one who received a message and did not send it; else anybody. */
const writer: Drawn = mostly(
  [
    2,
    orElse(
      somebodyWith(({ by, received }) => [...received].filter((name) => name !== by)),
      somebody,
    ),
  ],
  [1, somebody],
);

const common = (ground: Ground): Readonly<Record<string, Drawn>> => ({
  content: content(ground),
  // What a server decides by the client's name is compared only where the model holds the same.
  read_by_sender: ground.known ? rarely(truth, 3) : truth,
  colour: unsupported,
});

const topicThere = (ground: Ground): Drawn => mostly([3, orElse(topicOfTalk("to"), topic(ground))], [2, topic(ground)]);

const toChannel = (ground: Ground): Drawn =>
  fields({
    as: writer,
    type: fc.constantFrom("channel", "stream"),
    to: mostly(
      [4, orElse(channelOfTalk("channel name"), channelOfActor("channel name"))],
      [3, channelOfActor("channel name")],
      [2, channelOfActor("channel")],
    ),
    topic: topicThere(ground),
    ...common(ground),
  });

const ofSubject = (ground: Ground): Drawn => but(toChannel(ground), { topic: undefined, subject: topicThere(ground) });

const toPeople = (ground: Ground): Drawn =>
  fields({
    as: writer,
    type: mostly([2, "direct"], [1, "private"]),
    to: mostly([5, orElse(peopleOfTalk, several("user", 1, 3))], [4, several("user", 1, 3)], [3, several("email", 1, 2)]),
    topic: rarely(topic(ground), 20),
    ...common(ground),
  });

/** Messages that come back to the queue that sent them with the name that the client gave them. */
const withEcho = (given: Drawn): Drawn => but(given, { queue_id: ownQueue, local_id: fc.constantFrom("7.01", "x") });

/** Mentions of more people than the sender may mention at once. */
function crowdMentions({ crowded, busy, administrators }: Ground): (readonly [number, Drawn])[] {
  const [channel] = crowded;
  const common = { as: noneOf(administrators), type: fc.constant("stream") };
  return [
    ...(channel === undefined
      ? []
      : [
          [2, fields({ ...common, to: fc.constant(channel), topic: fc.constant("lunch"), content: fc.constant("@**all** soup") })] as const,
        ]),
    ...busy.map(({ channel: to, topic }) => {
      const place = { to: fc.constant({ ref: "channel name", of: to }), topic: fc.constant(topic) };
      return [2, fields({ ...common, ...place, content: fc.constantFrom("@**topic** rain", "soup @**topic**") })] as const;
    }),
  ];
}

function refused(ground: Ground): Drawn {
  const [channel, direct] = [toChannel(ground), toPeople(ground)];
  const former = formerMembers(ground);
  return mostly(
    [3, but(channel, { to: fc.constantFrom({ ref: "fresh", of: "no channel" }, 2147483646) })],
    [2, but(channel, { to: mostly([1, closedChannel("channel name")], [1, closedChannel("channel")]) })],
    [1, but(channel, { topic: undefined })],
    [1, but(channel, { type: fc.constant("Channel") })],
    [1, but(mostly([1, channel], [1, direct]), { to: undefined })],
    [3, but(mostly([1, channel], [1, direct]), { content: noContent })],
    [1, but(direct, { content: undefined })],
    [
      3,
      but(direct, { to: mostly([1, fc.constantFrom([0], ["x@y"], [])], [former.length > 0 ? 2 : 0, listOf(named("user", former), 1, 1)]) }),
    ],
    [2, but(withEcho(mostly([1, channel], [1, direct])), { local_id: undefined })],
    [1, but(direct, { queue_id: undefined, local_id: fc.constant("7.01") })],
    ...crowdMentions(ground),
  );
}

function requests(ground: Ground): Requests {
  const [channel, direct] = [toChannel(ground), toPeople(ground)];
  return {
    accepted: mostly(
      [96, channel],
      [48, direct],
      [8, ofSubject(ground)],
      [16, withEcho(channel)],
      [8, withEcho(direct)],
      // Servers cut what is too long, or refuse it.
      [4, but(channel, { topic: topicBeyond })],
      [1, but(channel, { content: contentAtLimit(1) })],
    ),
    refused: refused(ground),
  };
}

/** The sentence shows by which of several names a value is sent, but for those that are sent most. */
function tell(given: Fields, say: Say): string {
  const { type, to, content: text, topic, subject } = given;
  const isChannel = type === "channel" || type === "stream";
  const content = text === undefined ? "nothing" : say(text, "as text");
  const usual = ["to", "content", ...(type === "channel" || type === "direct" ? ["type"] : [])];
  if (!isChannel) return `sends ${content} to ${say(to)}${rest(given, usual, say)}`;
  const byId = isSymbolic(to) && to.ref === "channel" ? " by its id" : "";
  const where = subject !== undefined && topic === undefined ? `subject ${say(subject, "as name")}` : say(topic, "as name");
  const inSentence = topic === undefined ? [...usual, "subject"] : [...usual, "topic"];
  return `sends ${content} to #${say(to, "as name")}${byId} > ${where}${rest(given, inSentence, say)}`;
}

export const step: Op = {
  route: "POST /messages",
  weight: () => 26,
  draw: requests,
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
