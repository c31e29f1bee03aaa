import { becomes, inRefusal, isSuccess, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const deleting = onRoute("DELETE /events");

/** The member of the cast whose request the server would accept. */
const ownerOf = (request: InterceptedRequest): string | undefined =>
  Object.keys(request.served.cast).find((name) => isSuccess(request.wouldSay(request.by(name))));

/** Faults of DELETE /events. */
export const mutants: readonly Mutant[] = [
  deleting("queue-lives-on", ["events.delete/deletes", "events/queue-deleted"], "A queue is said to be deleted and lives on.", {
    instead: swallowed,
  }),
  deleting(
    "queue-deleted-twice",
    ["events.delete/deleted-queue", "errors/deleted-queue"],
    "A queue that is deleted already can be deleted again.",
    {
      answer: (said, request) => {
        const id = request.field("queue_id") ?? "";
        if (isSuccess(said)) request.memory.set(id, true);
        else if (request.memory.has(id)) becomes(said, success());
      },
    },
  ),
  deleting(
    "queue-named-null",
    ["events.delete/unknown-queue", "errors/unknown-queue", "events.delete/deleted-queue"],
    "The refusal names the queue as null.",
    {
      answer: inRefusal("BAD_EVENT_QUEUE_ID", ({ body }) => void (body.queue_id = null)),
    },
  ),
  deleting("queue-of-another", ["events/queue-of-others", "events.delete/other-queues"], "Everybody may delete everybody's queue.", {
    request: (request) => {
      if (!request.caller || isSuccess(request.wouldSay())) return undefined;
      const owner = ownerOf(request);
      return owner ? request.by(owner) : undefined;
    },
  }),
  deleting("queue-not-deletable", ["events.delete/deletes", "events/queue-deleted"], "No queue can be deleted.", {
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
