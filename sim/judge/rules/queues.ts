import { limits } from "../../core/limits.ts";
import { fieldOf, type JudgedExchange, jsonOf, quoted, succeeded } from "../judged-exchange.ts";
import { Refused } from "../refused.ts";
import type { ClientRule } from "../rule.ts";

const { heartbeatMillis } = limits;

/** A queue that a client has. */
interface Open {
  /** The exchange that made it. */
  readonly seen: JudgedExchange;
  readonly lifespanMillis: number;
  /** Last end of a poll, or of the registration. */
  readonly polled: number;
  /** Last end of a poll that was held, or of the registration: only waiting keeps a queue alive. */
  readonly held: number;
}

const isPoll = (seen: JudgedExchange): boolean => seen.route === "GET /events" && fieldOf(seen, "queue_id") !== undefined;

/** The id of the queue that an exchange made. */
function opened(seen: JudgedExchange): string | undefined {
  const asked = seen.route === "POST /register" || (seen.route === "GET /events" && !isPoll(seen));
  const id = asked && succeeded(seen) ? seen.body.queue_id : undefined;
  return typeof id === "string" ? id : undefined;
}

/** The id of the queue that a request named and that the server does not have. */
const lost = (seen: JudgedExchange): string | undefined =>
  seen.status >= 400 && seen.body.code === "BAD_EVENT_QUEUE_ID" ? fieldOf(seen, "queue_id") : undefined;

/** The id of the queue that an exchange deleted. */
const deleted = (seen: JudgedExchange): string | undefined =>
  seen.route === "DELETE /events" && succeeded(seen) ? fieldOf(seen, "queue_id") : undefined;

/** Whether a queue is to be deleted; without an answer nobody can tell whether it was. */
const isGivenUp = (seen: JudgedExchange): boolean => seen.route === "DELETE /events" && (succeeded(seen) || seen.status === 0);

function lifespanOf(seen: JudgedExchange): number {
  const asked = Number(seen.body.idle_queue_timeout_secs ?? fieldOf(seen, "queue_lifespan_secs"));
  return Math.min(asked || limits.queueLifespanSeconds, limits.queueLifespanMaximumSeconds) * 1000;
}

/** Returns when it is certain that a queue is gone: a poll that is held now was begun a heartbeat ago at most. */
const goneAt = ({ polled, lifespanMillis }: Open): number => polled + lifespanMillis + heartbeatMillis;

/** Follows the queues that are there. `expired` is told of one that was left alone for too long. */
function follow(queues: Map<string, Open>, seen: JudgedExchange, expired?: (queue: Open, id: string) => void): void {
  const made = opened(seen);
  if (made !== undefined) queues.set(made, { seen, lifespanMillis: lifespanOf(seen), polled: seen.at, held: seen.at });
  const id = fieldOf(seen, "queue_id") ?? "";
  const queue = queues.get(id);
  if (!queue) return;
  // A poll without an answer may have been held until its client gave it up.
  if (isPoll(seen) && (succeeded(seen) || seen.status === 0)) {
    const wasHeld = seen.status === 0 || seen.body.queue_id === id;
    queues.set(id, { ...queue, polled: seen.at, held: wasHeld ? seen.at : queue.held });
  }
  if (lost(seen) !== undefined && seen.at >= queue.held + queue.lifespanMillis - heartbeatMillis) expired?.(queue, id);
  if (lost(seen) !== undefined || isGivenUp(seen)) queues.delete(id);
}

function dropGone(queues: Map<string, Open>, now: number, expired?: (queue: Open, id: string) => void): void {
  for (const [id, queue] of queues) {
    if (now <= goneAt(queue)) continue;
    expired?.(queue, id);
    queues.delete(id);
  }
}

/** The id of the last event that the client of each queue has, by queue. */
function received(newest: Map<string, number>, seen: JudgedExchange): void {
  const made = opened(seen);
  if (made !== undefined) newest.set(made, typeof seen.body.last_event_id === "number" ? seen.body.last_event_id : -1);
  const id = fieldOf(seen, "queue_id") ?? "";
  const { events } = seen.body;
  const last = newest.get(id);
  if (!isPoll(seen) || last === undefined || !Array.isArray(events)) return;
  newest.set(
    id,
    events.reduce((greatest: number, event) => Math.max(greatest, Number(event?.id) || 0), last),
  );
}

/** A rule on the event that a poll gives as its last, beside the last that its client got. */
const acknowledging =
  (check: (given: number, last: number) => string | undefined): ClientRule["watch"] =>
  (complain) => {
    const newest = new Map<string, number>();
    const saw = (seen: JudgedExchange): void => {
      const last = isPoll(seen) ? newest.get(fieldOf(seen, "queue_id") ?? "") : undefined;
      const given = jsonOf(seen, "last_event_id");
      const message = last !== undefined && Number.isInteger(given) ? check(given as number, last) : undefined;
      if (message !== undefined) complain(seen, message);
      received(newest, seen);
    };
    return { saw };
  };

/** The life of event queues. */
export const queueRules: readonly ClientRule[] = [
  {
    name: "unknown-event-acknowledged",
    severity: "error",
    section: "Events",
    wants: "A poll gives as last_event_id the id of an event that came, at first the one of the registration; a greater one loses events.",
    watch: acknowledging((given, last) => (given > last ? `last_event_id=${given}, but the last that came is ${last}` : undefined)),
  },
  {
    name: "events-fetched-again",
    severity: "warning",
    section: "Events",
    wants: "A poll gives as last_event_id the id of the last event that came; with a smaller one, events come again.",
    watch: acknowledging((given, last) => (given < last ? `last_event_id=${given}, though ${last} has come already` : undefined)),
  },
  {
    name: "queue-left-to-expire",
    severity: "warning",
    section: "Events",
    wants: "A queue has a poll waiting on it before its idle time is over.",
    watch: (complain) => {
      const queues = new Map<string, Open>();
      const expired = ({ seen, polled, held, lifespanMillis }: Open, id: string): void => {
        const idle = `${lifespanMillis / 1000} s`;
        const what = polled === held ? `was not polled for ${idle}` : `had no poll waiting on it for ${idle}`;
        complain(seen, `queue ${quoted(id)} ${what} and expired`, held + lifespanMillis);
      };
      return { saw: (seen) => follow(queues, seen, expired), passed: (now) => dropGone(queues, now, expired) };
    },
  },
  {
    name: "queue-not-deleted",
    severity: "warning",
    section: "Endpoints > DELETE /events",
    wants:
      "Advice, which the text does not give: a client deletes its queue before it leaves, or the server keeps events for it until it ends.",
    watch: (complain) => {
      const queues = new Map<string, Open>();
      const ended = (now: number): void => {
        for (const [id, { seen }] of queues) complain(seen, `queue ${quoted(id)} was not deleted`, now);
      };
      return { saw: (seen) => follow(queues, seen), passed: (now) => dropGone(queues, now), ended };
    },
  },
  {
    name: "dead-queue-used",
    severity: "error",
    section: "Errors",
    clause: "errors/deleted-queue",
    wants: "A queue that was deleted, or answered with BAD_EVENT_QUEUE_ID, is not used again: the client registers a new one.",
    watch: (complain) => {
      const dead = new Map<string, Refused | "deleted">();
      const saw = (seen: JudgedExchange): void => {
        const id = fieldOf(seen, "queue_id");
        if (id === undefined) return;
        const before = dead.get(id);
        const isTooLate = before === "deleted" || (before !== undefined && !before.mayHaveCrossed(seen));
        const why = before === "deleted" ? "was deleted" : "the server does not have";
        if (isTooLate && seen.route !== "DELETE /events") complain(seen, `queue ${quoted(id)} is used again, which ${why}`);
        if (deleted(seen) !== undefined) dead.set(id, "deleted");
        else if (lost(seen) !== undefined && before === undefined) dead.set(id, new Refused(seen));
        else if (lost(seen) !== undefined && before !== "deleted") before?.add(seen);
      };
      return { saw };
    },
  },
];
