import fc from "fast-check";
import { clausesOf, from } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { type Op, rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, rarely, truth } from "../../draw/combinators.ts";
import { anotherQueue, noneOf, oneOf, ownerOfQueue, ownQueue } from "../../draw/references.ts";
import { deferred, type SymbolicState, type Thing } from "../../draw/symbols.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { levelOf } from "../../text/index.ts";
import * as replica from "./properties.replica.ts";
import * as properties from "./properties.ts";

const capabilities = fc.constantFrom(
  { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true },
  { notification_settings_null: true, stream_typing_notifications: true },
  { notification_settings_null: false, empty_topic_name: true },
);

/** The parts of a registration that steps change. */
const shownByRegistration = [
  ["realm_user_groups"],
  ["channel_folders"],
  ["user_topic", "starred_messages"],
  ["navigation_views", "realm_domains"],
];

const registration = (facts: TargetFacts): Drawn =>
  fields({
    event_types: mostly([8, undefined], [2, ["message"]], [1, ["message", "user_topic"]], [1, ["typing", "user_topic"]]),
    fetch_event_types: mostly([6, fc.constant([])], [1, ["realm"]], [facts.known ? 2 : 0, fc.constantFrom(...shownByRegistration)]),
    client_capabilities: mostly([4, capabilities], [2, undefined]),
    apply_markdown: rarely(truth, 2),
    client_gravatar: rarely(truth, 4),
    ...(facts.known && { as: mostly([8, undefined], [1, noneOf(facts.guests)]), all_public_streams: rarely(truth, 8) }),
  });

const noRegistration = (facts: TargetFacts): Drawn =>
  mostly(
    [2, but(registration(facts), { event_types: fc.constantFrom("message", [3]) })],
    [2, but(registration(facts), { client_capabilities: fc.constantFrom({}, "none", { notification_settings_null: 7 }) })],
    [1, but(registration(facts), { apply_markdown: fc.constant("maybe") })],
    [
      facts.known && facts.guests.length > 0 ? 1 : 0,
      but(registration(facts), { as: oneOf(facts.guests), all_public_streams: fc.constant(true) }),
    ],
  );

const registerPost: Op = {
  route: "POST /register",
  weight: () => 4,
  draw: (facts) => ({ accepted: registration(facts), refused: noRegistration(facts) }),
  tell: (given, say) => `registers a queue${rest(given, ["fetch_event_types"], say)}`,
  makes: { kind: "queue", field: "queue_id" },
};

/** A poll of a queue by its owner, after the last event read. */
const pollOf = (state: SymbolicState, queue: Thing): object => ({
  as: queue.by,
  queue_id: state.ref(queue),
  last_event_id: state.ref(queue, "event"),
});

/** A poll of a queue, mostly of one that has events which were not read. */
const poll: Drawn = deferred((state, one) => {
  const queues = state.queues.filter(({ isGone }) => !isGone);
  const waiting = queues.filter(state.hasNews);
  // Seldom one that has nothing new: it is drawn again and again where there is none with something.
  const queue = one(waiting) ?? one([...queues, ...Array.from({ length: 40 }, () => undefined)]);
  return queue && pollOf(state, queue);
});

/** A poll for all events of a queue from which none was read yet. */
const pollFromStart: Drawn = deferred((state, one) => {
  const queue = one(state.queues.filter((each) => !each.isGone && !each.isRead && state.hasNews(each)));
  return queue && { ...pollOf(state, queue), last_event_id: state.ref(queue, "start") };
});

/** A queue of the actor's that is gone. */
const formerQueue: Drawn = deferred((state, one) => {
  const queue = one(state.queues.filter(({ isGone }) => isGone));
  return queue && { as: queue.by, queue_id: state.ref(queue), last_event_id: -1 };
});

const noPoll = (facts: TargetFacts): Drawn => {
  const about = { as: ownerOfQueue, queue_id: ownQueue };
  const last_event_id = fc.constant(-1);
  return mostly(
    [3, fields({ queue_id: anotherQueue, last_event_id })],
    [2, fields({ queue_id: fc.constant("no such queue"), last_event_id })],
    [14, formerQueue],
    [1, fields(about)],
    [facts.known ? 1 : 0, fields({ ...about, last_event_id: fc.constant(9999) })],
  );
};

const eventsGet: Op = {
  route: "GET /events",
  weight: () => 20,
  draw: (facts) => ({ accepted: mostly([8, poll], [facts.known ? 1 : 0, pollFromStart]), refused: noPoll(facts) }),
  tell: (given, say) => `polls ${say(given.queue_id)} after ${say(given.last_event_id)}${rest(given, ["queue_id", "last_event_id"], say)}`,
  finds: "events",
  note: (state, _, { queue_id }) => {
    const queue = state.thing(queue_id);
    if (queue) queue.isRead = true;
  },
};

export const events = topic("events", {
  clauses: clausesOf("Events", "events", {
    "local-echo": "A send with queue_id and local_id gives that queue a message event whose local_message_id is the local_id, untouched.",
    "local-echo-only-there": "No other queue's message event has a local_message_id.",
    "local-echo-unsubscribed": {
      says: "The queue that was named gets the event even where the sender does not receive the message.",
      silent: "localEcho",
    },
    ...from(levelOf("user_topics.post"), {
      "automatic-policy": "A send that changes the sender's policy of the topic gives the sender's clients a user_topic event.",
      "policy-set": "On running servers a policy that somebody sets is told to their clients.",
    }),
    "typing-people": "Typing to people gives them typing events with op start or stop and with the sender.",
    "typing-channel": "Typing in a channel gives its subscribers typing events with op start or stop, the channel and the topic.",
    "typing-large-channel": {
      says: "Subscribers get typing events of a channel however many they are.",
      silent: "typingInLargeChannels",
      untestable: "it takes a channel of more than 100 subscribers, and no cast is so large",
    },
    "queue-deleted":
      "After its deletion a queue delivers nothing: asking for its events is refused with BAD_EVENT_QUEUE_ID and its queue_id.",
    "queue-deleted-alone": "Deleting one queue leaves the others of the same user.",
    "queue-of-others": "Nobody can delete the queue of somebody else.",
    "message-told": "Subscribers and recipients are told of a message by an event with what a fetch of it then shows.",
    "changes-told": "Where events tell of an edit, a move, a reaction or a flag of a message, they leave it as a fetch then shows it.",
    "message-untold": "Those who cannot see a message are not told of it.",
    "ids-ascend": "The ids of the events of a queue ascend.",
  }),
  properties: { "": properties, replica },
  steps: { "register.post": registerPost, "events.get": eventsGet },
  mutants: () => import("./mutants.ts"),
});
