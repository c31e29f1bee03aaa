import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const eventsDelete = stated("events.delete", {
  clauses: {
    deletes: "A queue that is deleted gives no more events.",
    "deleted-queue": "A queue that was deleted already is refused with BAD_EVENT_QUEUE_ID and the id as queue_id.",
    "other-queues": "Other queues are left alone: those of the caller, and those of others, which cannot be deleted.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
