import type { Asked } from "../../mutants/kit/asked.ts";
import { becomes, inRefusal, isSuccess, recoded, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "DELETE /events";

type Parts = Omit<Mutant, "name" | "breaks" | "says">;

const queue = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, on: route, ...parts });

const names = (asked: Asked): string[] => Object.keys(asked.served.cast);

/** Faults of DELETE /events. */
export const mutants: readonly Mutant[] = [
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
