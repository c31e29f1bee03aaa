import { endpointText, states } from "../endpoint.ts";
import { codes } from "../errors.ts";

/** Endpoints > DELETE /events. */
export const deleteQueue = endpointText("events.delete", "DELETE /events", {
  parameters: {
    queue_id: {
      type: "string",
      required: states("queue_id-required", "The queue_id is required."),
      unknown: states("unknown-queue", "The id of no queue is refused with BAD_EVENT_QUEUE_ID and the id as queue_id.", {
        code: codes.noSuchQueue,
        tells: "queue_id",
        also: ["errors/unknown-queue"],
      }),
    },
  },
});
