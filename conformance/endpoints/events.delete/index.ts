import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { but, fields, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { again, anotherQueue, ownerOfQueue, ownQueue } from "../../draw/references.ts";
import { codes } from "../../text/limits.ts";
import * as properties from "./properties.ts";

const dropped = fields({ as: ownerOfQueue, queue_id: ownQueue, colour: unsupported });

export const eventsDelete = stated("events.delete", {
  clauses: {
    deletes: "A queue that is deleted gives no more events.",
    "deleted-queue": "A queue that was deleted already is refused with BAD_EVENT_QUEUE_ID and the id as queue_id.",
    "other-queues": "Other queues are left alone: those of the caller, and those of others, which cannot be deleted.",
  },
  call: {
    by: people,
    prepare: async ({ as }, by = as.alice) => {
      const queue = await by.queue();
      return { actor: by, route: "DELETE /events", fields: { queue_id: queue.id }, queue };
    },
    trace: async ({ actor, queue, fields: { queue_id } }) =>
      (await actor.send("GET /events", { queue_id, last_event_id: queue?.start, dont_block: true })).body.code === codes.noSuchQueue,
  },
  step: {
    weight: () => 4,
    draw: () => ({
      accepted: dropped,
      refused: mostly(
        [8, again("events.delete")],
        [2, but(dropped, { as: undefined, queue_id: anotherQueue })],
        [4, but(dropped, { as: undefined, queue_id: mostly([1, "no such queue"], [1, undefined]) })],
      ),
    }),
    tell: (given, say) => `drops ${say(given.queue_id)}${rest(given, ["queue_id"], say)}`,
    note: (state, _, { queue_id }) => {
      const about = state.thing(queue_id);
      if (about) about.isGone = true;
    },
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
