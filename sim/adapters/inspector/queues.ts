import type { Overview } from "../control/overview.ts";
import { ask, fillWhenOpened, preformatted } from "./ask.ts";
import { counted, h, PageList, spoken, the } from "./dom.ts";

type Queue = Overview["queues"][number];

function row(queue: Queue): HTMLElement {
  const { queue_id, owner, event_types, pending, held, due } = queue;
  const summary = h(
    "summary",
    {},
    h("b", {}, owner),
    h("span", { className: held ? "badge good" : "badge" }, held ? "poll held" : "idle"),
    h("span", {}, counted(pending, "event")),
    h("span", { className: "soft" }, `${held ? "heartbeat" : "ends"} ${spoken(due)}`),
    h("code", {}, queue_id),
    h("span", { className: "brief" }, event_types ? event_types.join(", ") : "all event types"),
  );
  const details = h("details", { className: "queue" }, summary);
  fillWhenOpened(details, async () => {
    const { events } = await ask<{ events: object[] }>(`GET /queues/${queue_id}`);
    return [preformatted(events.map((event) => JSON.stringify(event)).join("\n") || "no event waits")];
  });
  return h("li", {}, details);
}

const list = new PageList<Queue>("queue-list", {
  key: ({ queue_id }) => queue_id,
  make: row,
  none: "No client has registered a queue.",
});

export function showQueues({ queues, queue_count }: Overview): void {
  the("queue-count").textContent =
    queue_count > queues.length ? `${queues.length} newest of ${queue_count}` : counted(queue_count, "queue");
  list.show(queues);
}
