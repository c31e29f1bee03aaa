import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { listenForTyping, requireTypists, sharedChannel, typingToldBy } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { isKnown } from "../../client/target.ts";
import type { Ready } from "../../declare/call.ts";
import { clausesOf } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, type Drawn, fields, mostly, rarely, unsupported, type ValueOf } from "../../draw/combinators.ts";
import { type PersonName, people, somePeople } from "../../draw/people.ts";
import { channelOfActor, closedChannel, several } from "../../draw/references.ts";
import { orElse } from "../../draw/symbols.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { channelOfConversation, peopleOfConversation, topic, topicOfConversation } from "../../draw/topics.ts";
import { type Body, Unprepared } from "../../expect.ts";
import { shaped } from "../shaped.ts";
import * as channels from "./properties.channels.ts";
import * as properties from "./properties.ts";

const op = mostly([3, "start"], [2, "stop"]);

const toPeople: Drawn = fields({
  op,
  type: mostly([2, "direct"], [1, undefined]),
  to: mostly([2, orElse(peopleOfConversation, several("user", 1, 2))], [1, several("user", 1, 2)]),
  stream_id: rarely(channelOfActor("channel"), 12),
  colour: unsupported,
});

const inChannel = (facts: TargetFacts): Drawn =>
  fields({
    op,
    type: fc.constantFrom("stream", "channel"),
    stream_id: mostly([2, orElse(channelOfConversation("channel"), channelOfActor("channel"))], [1, channelOfActor("channel")]),
    topic: mostly([2, orElse(topicOfConversation("stream_id"), topic(facts))], [1, topic(facts)]),
    to: rarely(fc.constant([0]), 12),
  });

function refused(facts: TargetFacts): Drawn {
  const [direct, channel] = [toPeople, inChannel(facts)];
  return mostly(
    [5, but(mostly([1, direct], [1, channel]), { op: mostly([2, "pause"], [1, ""]) })],
    [3, but(direct, { type: fc.constant("private") })],
    ...refusedByTable("typing.post", facts, direct),
    [5, but(direct, { to: fc.constantFrom([], [0], "bob") })],
    [1, but(direct, { to: undefined })],
    [2, but(channel, { stream_id: mostly([1, 0], [2, closedChannel("channel")]) })],
    [3, but(channel, { stream_id: undefined })],
    [4, but(channel, { topic: undefined })],
  );
}

/** A notification: to whom, at times with the parameters that are ignored there, or in a channel. */
const aNotification = fc.record({
  others: somePeople({ from: people, max: 2 }),
  op: fc.constantFrom("start", "stop"),
  type: fc.constantFrom(undefined, "direct", "stream", "channel"),
  hasIgnored: fc.boolean(),
});

const plain: ValueOf<typeof aNotification> = { others: ["bob"], op: "start", type: undefined, hasIgnored: false };

/** Returns those of some people whom the target gives, but for the typist; the typist where there are none. */
function recipientsOf(session: Session, typist: Actor, names: readonly PersonName[]): readonly [Actor, ...Actor[]] {
  const { cast } = session.target;
  const isThere = (name: string): boolean => name !== typist.name && cast[name] !== undefined && isKnown(cast[name]);
  const named = names.filter(isThere);
  const [first = typist, ...others] = (named.length > 0 ? named : ["alice", "bob"].filter(isThere)).map((name) => session.actor(name));
  return [first, ...others];
}

/** Returns what gives all that a listener was told of a typist: from its first call on, which gives nothing, they listen. */
function listening(typist: Actor, listener: Actor, isInGeneral: boolean): () => Promise<readonly Body[]> {
  const told: Body[] = [];
  let queue: EventQueue | undefined;
  return async () => {
    if (queue) told.push(...(await typingToldBy(queue, typist)));
    else {
      await requireTypists(typist, listener);
      if (isInGeneral) await sharedChannel(typist, listener);
      queue = await listenForTyping(listener);
    }
    return [...told];
  };
}

/** Listens for notifications: by each, once it is prepared, what `listening` returns. */
const heard = new WeakMap<Ready, ReturnType<typeof listening>>();

export const typingPost = stated("typing.post", {
  clauses: {
    "op-values": "op is start or stop; anything else is refused.",
    "type-default": "Without a type the notification goes to people, as with direct.",
    "type-channel-alias": { says: "The type channel does what stream does.", since: levels.channelType },
    "type-private-refused": { says: "The type private is not accepted.", since: levels.directTyping },
    "type-private-before": "Before feature level 215 the type private is accepted and does what direct does.",
    "to-ignored-in-channel": "`to` is ignored for channel types.",
    "stream-id-ignored-for-people": "stream_id and topic are ignored for type direct.",
    "ignored-malformed": {
      says: "A malformed `to` beside a channel, and a malformed stream_id beside people, change nothing.",
      silent: "ignoredMalformed",
    },
    "topic-display-name": { says: "The display name of the empty topic is read as the empty topic.", since: levels.emptyTopic },
    "topic-no-topic": { says: "`(no topic)` is read as the empty topic.", since: 372 },
    "periods-told": { says: "The registration says the three periods of the protocol, in milliseconds.", since: 204 },
    "empty-topic-told": {
      says: "A queue that did not declare empty_topic_name is told of typing in the empty topic under the display name.",
      since: levels.emptyTopic,
    },
    capability: "Only queues that declared stream_typing_notifications hear of typing in channels.",
    "start-resent": "A start that is sent again is told again, so that the clients that receive it go on showing the indicator.",
    "client-protocol": {
      says: "Clients send start while somebody composes and stop when they cease, at the registered periods, and show or hide the indicator.",
      untestable: "it binds clients, and the server keeps nothing of it",
    },
    "to-sender": {
      says: "The notification goes to others; whether the sender's own clients hear of it is open.",
      silent: "typingToSender",
    },
    "to-repeated": { says: "Whether somebody who stands in `to` twice is named and told twice is open.", silent: "repeatedTypists" },
    "to-deactivated": { says: "Whether a deactivated account may be among the recipients is open.", silent: "typingToDeactivated" },
  },
  elsewhere: clausesOf("States and transitions > Typing state", "typing.post", {
    "start-told": "start tells the other people of the conversation that the caller types.",
    "stop-told": "stop tells the other people of the conversation that the caller ceased.",
    "only-recipients": "Nobody outside the conversation is told.",
    "refused-untold": "A notification that is refused is told to nobody.",
  }),
  call: {
    serial: "typing",
    mayRefuse: "the account may have turned its typing notifications off, or not be in the channel",
    by: people,
    ...shaped(
      aNotification,
      [plain, { ...plain, hasIgnored: true }, { ...plain, type: "stream" }, { ...plain, type: "channel" }],
      async (session, by = session.as.alice, { others, op, type, hasIgnored }) => {
        const recipients = recipientsOf(session, by, others);
        const isInChannel = type === "stream" || type === "channel";
        const fields = isInChannel
          ? { op, type: session.level < levels.channelType ? "stream" : type, stream_id: session.channels.general, topic: session.fresh() }
          : {
              op,
              ...(type && { type }),
              to: recipients.map(({ user_id }) => user_id),
              ...(hasIgnored && { stream_id: unknownId, topic: "means nothing to people" }),
            };
        const ready = { actor: by, route: "POST /typing", fields };
        if (recipients[0] !== by) heard.set(ready, listening(by, recipients[0], isInChannel));
        return ready;
      },
    ),
    trace: async (ready) => {
      const told = heard.get(ready);
      if (!told) throw new Unprepared("there is nobody else who hears of it");
      return told();
    },
  },
  step: {
    weight: () => 8,
    draw: (facts) => ({ accepted: mostly([1, toPeople], [1, inChannel(facts)]), refused: refused(facts) }),
    tell: (given, say) => {
      const place =
        given.type === "stream" || given.type === "channel"
          ? `in #${say(given.stream_id)} > ${say(given.topic, "as name")}`
          : `to ${say(given.to)}`;
      const isUsual = given.op === "start" || given.op === "stop";
      const inSentence = ["type", "stream_id", "topic", "to", ...(isUsual ? ["op"] : [])];
      return `${given.op === "stop" ? "stops" : "starts"} typing ${place}${rest(given, inSentence, say)}`;
    },
  },
  properties: { channels, "": properties },
  events: ["typing"],
  mutants: () => import("./mutants.ts"),
});
