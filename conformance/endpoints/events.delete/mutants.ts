import { isSuccess, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const polling = onRoute("GET /events", "events.delete");

const deleting = onRoute("DELETE /events", "events.delete");

export const mutants: readonly Mutant[] = [
  deleting("queue-lives-on", ["deletes", "events/queue-deleted"]).says("A queue is said to be deleted and lives on.").swallows(),
  deleting("queue-deleted-twice", ["deleted-queue", "errors/deleted-queue"])
    .says("A queue that is deleted already can be deleted again.")
    .changes((said, request) => {
      const id = request.field("queue_id") ?? "";
      if (isSuccess(said)) request.memory.set(id, true);
      return !isSuccess(said) && request.memory.has(id) && success();
    }),
  deleting("queue-named-null", ["unknown-queue", "errors/unknown-queue", "deleted-queue"])
    .says("The refusal names the queue as null.")
    .refusesWith("BAD_EVENT_QUEUE_ID", { queue_id: null }),
  deleting("queue-of-another", ["events/queue-of-others", "other-queues"])
    .says("Everybody may delete everybody's queue.")
    .takes((request) => {
      if (!request.caller || request.wouldSucceed()) return undefined;
      const all = Object.keys(request.served.cast).map((name) => request.by(name));
      return all.find((wire) => request.wouldSucceed(wire));
    }),
  deleting("queue-not-deletable", ["deletes", "events/queue-deleted"])
    .says("No queue can be deleted.")
    .refuses(() => true),
  polling("queue-delivers-after-deletion", ["events/queue-deleted", "deletes"])
    .says("A deleted queue answers polls as if nothing had come.")
    .changes(({ body }) => body.code === "BAD_EVENT_QUEUE_ID" && success({ events: [] })),
];
