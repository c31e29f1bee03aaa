import { given, refused, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > DELETE /events", "events.delete", {
  deletes: {
    says: "A queue that is deleted gives no more events.",
    about: [
      taken({ queue_id: given }),
      refused({}, { on: "events.get", after: "events.delete", codes: "BAD_EVENT_QUEUE_ID" }),
      refused({}, { on: "events.get", codes: "BAD_EVENT_QUEUE_ID", weight: -0.3 }),
    ],
  },
  "deleted-queue": {
    says: "A queue that was deleted already is refused with BAD_EVENT_QUEUE_ID and the id as queue_id.",
    about: refused({ queue_id: given }, { codes: "BAD_EVENT_QUEUE_ID", after: "events.delete" }),
  },
  "other-queues": {
    says: "Other queues are left alone: those of the caller, and those of others, which cannot be deleted.",
    about: [
      refused({ queue_id: given }, { codes: "BAD_EVENT_QUEUE_ID", weight: -1 }),
      taken({}, { on: "events.get", after: "events.delete" }),
    ],
  },
});
