import type { Asked } from "./asked.ts";
import {
  type Answer,
  becomes,
  type Fields,
  inEvents,
  inRefusal,
  isSuccess,
  recoded,
  refusing,
  success,
  swallowed,
  withoutEvents,
} from "./bodies.ts";
import { type Breaks, type Mutant, mutant } from "./mutant.ts";

const route = "DELETE /events";
type Parts = Omit<Mutant, "name" | "breaks" | "says">;
const queue = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, on: route, ...parts });

const names = (asked: Asked): string[] => Object.keys(asked.served.cast);

/** Faults of DELETE /events. */
export const queues: readonly Mutant[] = [
  queue("queue-lives-on", ["events.delete/deletes", "events/queue-deleted"], "A queue is said to be deleted and lives on.", {
    instead: swallowed,
  }),
  queue(
    "queue-deleted-twice",
    ["events.delete/deleted-queue", "errors/deleted-queue"],
    "A queue that is deleted already can be deleted again.",
    {
      answer: (said, asked) => {
        const id = asked.field("queue_id") ?? "";
        if (isSuccess(said)) asked.memory.set(id, true);
        else if (asked.memory.has(id)) becomes(said, success());
      },
    },
  ),
  queue(
    "queue-unknown-accepted",
    ["events.delete/unknown-queue", "errors/unknown-queue", "events.delete/deleted-queue"],
    "Deleting a queue that never was succeeds.",
    {
      answer: inRefusal("BAD_EVENT_QUEUE_ID", (said) => becomes(said, success())),
    },
  ),
  queue(
    "queue-plain-code",
    ["events.delete/unknown-queue", "errors/unknown-queue", "events.delete/deleted-queue"],
    "A queue that is not there is refused as a bad request.",
    {
      answer: recoded("BAD_EVENT_QUEUE_ID", "BAD_REQUEST"),
    },
  ),
  queue(
    "queue-not-named",
    ["events.delete/unknown-queue", "errors/unknown-queue", "events.delete/deleted-queue"],
    "The refusal does not say which queue is not there.",
    {
      answer: inRefusal("BAD_EVENT_QUEUE_ID", ({ body }) => void delete body.queue_id),
    },
  ),
  queue(
    "queue-named-null",
    ["events.delete/unknown-queue", "errors/unknown-queue", "events.delete/deleted-queue"],
    "The refusal names the queue as null.",
    {
      answer: inRefusal("BAD_EVENT_QUEUE_ID", ({ body }) => void (body.queue_id = null)),
    },
  ),
  queue("queue-of-another", ["events/queue-of-others", "events.delete/other-queues"], "Everybody may delete everybody's queue.", {
    request: (asked) => {
      if (!asked.caller || isSuccess(asked.wouldSay())) return undefined;
      const owner = names(asked).find((name) => isSuccess(asked.wouldSay(asked.by(name))));
      return owner ? asked.by(owner) : undefined;
    },
  }),
  queue("queue-id-not-required", "events.delete/queue_id-required", "queue_id may be left out.", {
    instead: (asked) => (asked.field("queue_id") === undefined && asked.caller ? success() : undefined),
  }),
  queue("queue-not-deletable", ["events.delete/deletes", "events/queue-deleted"], "No queue can be deleted.", {
    instead: refusing(() => true),
  }),
  mutant({
    name: "queue-delivers-after-deletion",
    breaks: ["events/queue-deleted", "events.delete/deletes"],
    says: "A deleted queue answers polls as if nothing had come.",
    on: "GET /events",
    answer: inRefusal("BAD_EVENT_QUEUE_ID", (said) => becomes(said, success({ events: [] }))),
  }),
];

const told = (name: string, breaks: Breaks, says: string, answer: Answer): Mutant =>
  mutant({ name, breaks, says, on: "GET /events", answer });

/** Faults of events. */
export const events: readonly Mutant[] = [
  told(
    "token-event-missing",
    "calls.vc.create.post/has-token-event",
    "Nobody is told of a provider token.",
    withoutEvents(({ type }) => type === "has_vc_token"),
  ),
  told(
    "token-event-renamed",
    "calls.vc.create.post/has-token-event",
    "The event of a provider token has another name.",
    inEvents("has_vc_token", (event) => void (event.type = "video_token")),
  ),
  told(
    "message-event-missing",
    "events/message-told",
    "Nobody gets message events.",
    withoutEvents(({ type }) => type === "message"),
  ),
  mutant({
    name: "event-ids-descend",
    breaks: "events/ids-ascend",
    says: "The newer of two events has the smaller id.",
    on: "GET /events",
    answer: (said) => {
      const all = Array.isArray(said.body.events) ? (said.body.events as Fields[]) : [];
      if (all.length > 1) said.body.events = all.map((event, i) => ({ ...event, id: all[all.length - 1 - i]!.id }));
    },
  }),
  mutant({
    name: "queues-die-together",
    breaks: ["events/queue-deleted-alone", "events.delete/other-queues"],
    says: "Deleting one queue deletes the others of its owner too.",
    on: ["POST /register", "DELETE /events"],
    besides: (asked, said) => {
      if (!isSuccess(said) || !asked.caller) return false;
      const own = (asked.memory.get(asked.caller) as string[] | undefined) ?? [];
      if (asked.route === "POST /register") asked.memory.set(asked.caller, [...own, String(said.body.queue_id)]);
      if (asked.route === "POST /register") return false;
      const gone = own.filter((id) => id !== asked.field("queue_id"));
      return gone.filter((queue_id) => isSuccess(asked.also(asked.caller!, route, { queue_id }))).length > 0;
    },
  }),
  told(
    "policy-event-other-topic",
    ["events/policy-set", "events/automatic-policy"],
    "The event of a policy names another topic.",
    inEvents("user_topic", (event) => void (event.topic_name = "")),
  ),
  told(
    "policy-event-other-value",
    ["events/policy-set", "events/automatic-policy"],
    "The event of a policy always says 0.",
    inEvents("user_topic", (event) => void (event.visibility_policy = 0)),
  ),
  told(
    "typing-event-other-sender",
    "events/typing-people",
    "Typing events name somebody else.",
    inEvents("typing", (event) => {
      const sender = event.sender as Fields;
      sender.user_id = Number(sender.user_id) + 1;
    }),
  ),
];
