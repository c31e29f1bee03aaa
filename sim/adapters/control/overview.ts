import { instantText } from "../../core/clock.ts";
import type { QueueId } from "../../core/ids.ts";
import { eventTexts } from "../../core/queue-events.ts";
import { dueAt, type Queue } from "../../core/queues.ts";
import type { Realm } from "../../core/realm.ts";
import { decidedBy } from "../../judge/decided-by.ts";
import { judgeReport } from "../../judge/index.ts";
import { maybe, textLike } from "../../reader/index.ts";
import { bodyPlace, ControlError } from "./errors.ts";
import type { ControlRequest, ControlRoute, Steered } from "./route.ts";
import { clockShown } from "./state.ts";

/** As many as a person looks at. */
const mostEvents = 200;

const queueRecord = (realm: Realm, queue: Queue) => ({
  queue_id: queue.id,
  owner: realm.users.require(queue.options.owner).key,
  event_types: queue.options.eventTypes ? [...queue.options.eventTypes] : null,
  narrow: queue.options.narrow,
  pending: queue.newest?.count ?? 0,
  last_event_id: queue.nextEvent - 1,
  held: queue.held,
  /** Of a held poll, the next heartbeat; of an idle queue, its end. */
  due: instantText(dueAt(queue)),
});

type ShownQueue = ReturnType<typeof queueRecord>;

/** The event queues, the newest first: all, or so many. */
const queuesShown = (realm: Realm, most?: number): ShownQueue[] =>
  [...realm.queues.values()]
    .sort((a, b) => b.serial - a.serial)
    .slice(0, most)
    .map((queue) => queueRecord(realm, queue));

function oneQueue({ simulator }: Steered, { id }: ControlRequest): object {
  const queue = simulator.state.queues.get(id as QueueId);
  if (!queue) throw new ControlError(404, `there is no event queue ${JSON.stringify(id)}`);
  const events = eventTexts(queue).slice(-mostEvents);
  return { ...queueRecord(simulator.state, queue), events: events.map((text) => JSON.parse(text) as unknown) };
}

/** As many exchanges, queues or findings as a person looks at; the transcript has all exchanges. */
const mostShown = 100;

/** The snapshots, the newest first. */
const snapshotsShown = ({ snapshots }: Steered) =>
  snapshots.list.map(([id, { world }]) => ({ id, now: instantText(world.now), messages: world.messages.size }));

/** The findings of the judge, the newest first; undefined where nobody judges. */
function judged({ judge }: Steered) {
  if (!judge) return undefined;
  const { findings, ...counts } = judgeReport(judge);
  return { ...counts, findings: findings.slice(-mostShown).reverse() };
}

/** All that a person looks at who watches the simulator, of one moment. */
const overview = (steered: Steered) => {
  const { simulator, changes } = steered;
  return {
    version: changes.version,
    clock: clockShown(steered),
    journal: { count: simulator.journal.count, newest: simulator.journal.newest(mostShown) },
    queues: queuesShown(simulator.state, mostShown),
    queue_count: simulator.state.queues.size,
    snapshots: snapshotsShown(steered),
    faults: simulator.faults.list,
    judge: judged(steered),
  };
};

export type Overview = ReturnType<typeof overview>;

function exchange({ simulator }: Steered, { id }: ControlRequest): object {
  const found = /^\d{1,9}$/.test(id) ? simulator.journal.at(Number(id)) : undefined;
  if (!found) throw new ControlError(404, `there is no exchange ${JSON.stringify(id)} in the journal`);
  const decided = decidedBy(found, simulator);
  return decided ? { ...found, decidedBy: decided } : found;
}

const aNumber = maybe(textLike(/^\d{1,9}$/, "a number of an exchange, such as 101"));
const howMany = maybe(textLike(/^([1-9]\d?|[1-9]\d\d|1000)$/, "how many, 1 to 1000"));

/** Exchanges in one line each: the newest of those with all words of `find` and, where `before` is given, of lower numbers. */
function search({ simulator }: Steered, { query }: ControlRequest): object {
  const given = Object.fromEntries(query);
  const { find = "", before, most } = given;
  aNumber(before, bodyPlace.at("before"));
  howMany(most, bodyPlace.at("most"));
  const last = before === undefined ? Number.POSITIVE_INFINITY : Number(before);
  return simulator.journal.search({ words: find.toLowerCase().split(/\s+/), before: last, most: Number(most ?? mostShown) });
}

async function changed({ changes }: Steered, { id }: ControlRequest): Promise<object> {
  if (!/^\d{1,15}$/.test(id))
    throw new ControlError(400, `${JSON.stringify(id)} is no version; GET /_control/overview has the present one`);
  await changes.after(Number(id));
  return { version: changes.version };
}

export const overviewRoutes: readonly ControlRoute[] = [
  { route: "GET /overview", run: overview },
  { route: "GET /changes/{id}", run: changed },
  { route: "GET /journal", query: ["find", "before", "most"], run: search },
  { route: "GET /journal/{id}", run: exchange },
  { route: "GET /queues", run: ({ simulator }) => ({ queues: queuesShown(simulator.state) }) },
  { route: "GET /queues/{id}", run: oneQueue },
  { route: "GET /snapshots", run: (steered) => ({ snapshots: snapshotsShown(steered) }) },
];
