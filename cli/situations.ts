// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import type { Fault, Simulator, VariationName } from "../sim/index.ts";
import type { Entry } from "../sim/journal/filed.ts";
import { routeOf } from "../sim/journal/same-route.ts";

/** The stage that a situation acts on. */
export interface Stage {
  readonly sim: Simulator;
  /** Adds a fault that meets the client alone. */
  readonly fault: (fault: Fault) => void;
}

/** A trouble that a client meets while it runs. */
export interface Situation {
  readonly name: string;
  /** The trouble, as a sentence. */
  readonly does: string;
  /** The level of the server, where it is not that of the others. */
  readonly level?: "oldest" | "later";
  /** The variations of the server: as a seed says, or those that are named. */
  readonly vary?: "seed" | readonly VariationName[];
  readonly faults?: readonly Fault[];
  /** Returns what looks at each exchange of the client and may act once it is answered: whether the situation has come about. */
  readonly follow?: (stage: Stage) => (entry: Entry) => boolean;
  /** Whether the client has no queue once it has come about, so that what is written then comes in none. */
  readonly leavesGap?: true;
  /** Rules of the judge that the client cannot keep, through no fault of its own. */
  readonly excuses?: readonly string[];
}

const polls = "GET /events";

/** Lets the first message, the first poll, and the third of all other requests meet something. */
const met = (then: Fault["then"]): Fault[] => [
  { match: { route: "POST /messages" }, times: 1, then },
  { match: { route: polls }, times: 1, then },
  { match: {}, after: 2, times: 1, then },
];

const isAnswered = (route: string, { request, response }: Entry): boolean => routeOf(request) === route && response.status === 200;

/** Whether an exchange is a poll that brought events. */
const broughtEvents = (entry: Entry): boolean => isAnswered(polls, entry) && /"events": ?\[\s*\{/.test(entry.response.text);

/** Acts after the first exchange that is of a kind. */
const onceAfter =
  (isIt: (entry: Entry) => boolean, act: (stage: Stage, entry: Entry) => void): NonNullable<Situation["follow"]> =>
  (stage) => {
    let isDone = false;
    return (entry) => {
      if (!isDone && isIt(entry)) {
        isDone = true;
        act(stage, entry);
      }
      return isDone;
    };
  };

const unknownType = "forecast";

/** Sends events that nobody knows after each registration. Some come only to queues that take all types. */
const unknownEvents: Situation["follow"] = ({ sim }) => {
  let hasCome = false;
  return (entry) => {
    if (isAnswered("POST /register", entry))
      sim.act({ action: "send_event", event: { type: unknownType, op: "add", outlook: ["sun", null, 7] } });
    hasCome ||= isAnswered(polls, entry) && entry.response.text.includes(unknownType);
    return hasCome;
  };
};

/** Answers the first poll of each queue without events, as a server does that ends a held poll. */
const emptyPoll: Situation["follow"] = ({ fault }) => {
  return (entry) => {
    if (isAnswered("POST /register", entry)) {
      const { queue_id } = JSON.parse(entry.response.text);
      fault({ match: { route: polls }, times: 1, then: { status: 200, body: { result: "success", msg: "", events: [], queue_id } } });
    }
    return entry.fault !== undefined;
  };
};

const minute = 60_000;
/** The jumps of the clock, with the exchange of the client after which each comes at the latest. */
const jumps = [
  [2, 5 * minute],
  [4, 60 * minute],
  [7, 26 * 60 * minute],
] as const;
/** A client that asks nothing for so long, in milliseconds, as one does whose poll is held, meets the next jump meanwhile. */
const idle = 1000;

const jumping: Situation["follow"] = ({ sim }) => {
  let [exchanges, made] = [0, 0];
  let waiting: NodeJS.Timeout | undefined;
  const jump = (): void => {
    const [, ms] = jumps[made++] ?? [];
    clearTimeout(waiting);
    if (ms === undefined) return;
    sim.advance({ ms });
    waiting = setTimeout(jump, idle).unref();
  };
  return () => {
    exchanges++;
    const [due] = jumps[made] ?? [];
    if (due !== undefined && exchanges >= due) jump();
    return made > 0;
  };
};

const bySchedule = ["queue-left-to-expire", "typing-left-standing", "typing-stop-not-sent"];

/** Name of the situation in which nothing goes wrong: a client that fails there says nothing by failing elsewhere. */
export const plainName = "plain";

/** All situations, in the order in which they are tried. */
export const situations: readonly Situation[] = [
  { name: plainName, does: "Nothing goes wrong." },
  {
    name: "queue-lost",
    does: "The event queue is gone after its first events, and messages come before there is another one.",
    follow: onceAfter(broughtEvents, ({ sim }) => void sim.act({ action: "end_queues" })),
    leavesGap: true,
  },
  {
    name: "restarted",
    does: "The server starts anew after the first events: two requests get status 502 and a page of HTML, and all event queues are gone.",
    follow: onceAfter(broughtEvents, ({ sim, fault }) => {
      fault({ times: 2, then: { status: 502, body: "<html><body>Bad gateway</body></html>" } });
      sim.act({ action: "end_queues" });
    }),
    leavesGap: true,
  },
  {
    name: "rate-limited",
    does: "The first message, the first poll and the third other request get status 429, with a second in Retry-After.",
    faults: met({ status: 429, headers: { "Retry-After": "1" } }),
  },
  {
    name: "cut-before",
    does: "The connection of such requests is cut before they have any effect.",
    faults: met({ drop: true }),
  },
  {
    name: "cut-after",
    does: "The connection of such requests is cut after they had their effect: no answer comes.",
    faults: met({ drop: "answer" }),
  },
  { name: "cut-within", does: "The connection of such requests is cut within the answer.", faults: met({ cut_bytes: 20 }) },
  { name: "slow", does: "The answers to such requests take three seconds.", faults: met({ delay_ms: 3000 }) },
  {
    name: "answered-twice",
    does: "The next poll gets the first events a second time.",
    follow: onceAfter(broughtEvents, ({ fault }, { response }) =>
      fault({ match: { route: polls }, times: 1, then: { status: 200, body: JSON.parse(response.text) } }),
    ),
  },
  { name: "empty-poll", does: "The first poll of each queue is answered without events.", follow: emptyPoll },
  {
    name: "id-gaps",
    does: "Ids grow by more than one, those of events too, which begin anywhere.",
    vary: ["id-gaps", "event-id-gaps", "first-events"],
  },
  {
    name: "unknown-fields",
    does: "Answers, messages and events have fields that nobody knows.",
    vary: ["further-fields", "envelope-fields", "further-headers"],
  },
  { name: "unknown-events", does: "Events of a type that nobody knows come to queues that take all types.", follow: unknownEvents },
  { name: "older-level", does: "The server has the oldest level that the client is made for.", level: "oldest" },
  { name: "later-level", does: "The server has a later level than there is.", level: "later" },
  {
    name: "clock-jumps",
    does: "The clock of the server goes on by five minutes, an hour, and a day at once.",
    follow: jumping,
    excuses: bySchedule,
  },
  { name: "varied", does: "The server differs in all that the specification leaves free, as --vary picks.", vary: "seed" },
];
