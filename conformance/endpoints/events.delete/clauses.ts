import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > DELETE /events", "events.delete", {
  deletes: "A queue that is deleted gives no more events.",
  "deleted-queue": "A queue that was deleted already is refused with BAD_EVENT_QUEUE_ID and the id as queue_id.",
  "other-queues": "Other queues are left alone: those of the caller, and those of others, which cannot be deleted.",
});
