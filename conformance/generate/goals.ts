import { eventTypes, steps } from "../catalogue/catalogue.ts";
import { present } from "../client/json.ts";
import type { RequestFields } from "../draw/combinators.ts";
import type { Oracle } from "../model/oracle.ts";
import { playedOnModel, type Turn } from "../play/play.ts";
import { drawn, scenariosOn } from "./draw.ts";
import { type Refusal, refusals } from "./refusals.ts";

/** Goals of drawn scenarios. Shares are from 0 to 1. */
const goals = {
  /** The least share of the draws of each kind of step that succeed. */
  success: 0.4,
  /** The least share of the draws of each kind of step that are refused. */
  refusal: 0.1,
  /** The least share of the draws of each kind of request that looks for something, in which it finds something. */
  found: 0.65,
  /** The least number of successes of each action of a control API, by what it changes, in 100 scenarios. */
  action: 1,
  /** The least share of the changes of messages after which one of the next three steps reads messages. */
  readAgain: 0.5,
} as const;

/** Kinds of steps that need not be refused so often, each with its reason. */
export const seldomRefused: Readonly<Record<string, string>> = {
  "server_settings.get": "everybody may ask, with whatever credentials, and there are no parameters to get wrong",
};

/** Whether a kind of request looks for something. */
const isReading = (op: string): boolean => steps.get(op)?.finds !== undefined || op === "messages-id.get";

/** The actions of a control API, each by its name, and edits of messages by what they change. */
export const actionKinds: readonly string[] = [
  ...["edit_message content", "edit_message topic", "edit_message stream_id", "edit_message topic content"],
  ...["react", "unreact", "set_flag", "add_submessage", "set_presence", "subscribe", "unsubscribe", "mute_channel"],
  ...["deactivate_group", "set_video_token", "advance"],
];

/** Returns which of them a step is. */
const actionKind = ({ action, ...given }: RequestFields): string =>
  [String(action), ...["topic", "stream_id", "content"].filter((part) => action === "edit_message" && part in given)].join(" ");

const readings = new Set(["messages.get", "messages-id.get", "messages.matches_narrow.get"]);

/** Whether a step changed a message that is there. */
const changesMessage = ({ step: { op, fields }, expected }: Turn): boolean =>
  expected.status === 200 && (op === "messages-id.delete" || (op === "actions" && "message_id" in fields));

/** The number of times that a kind of step was drawn, and the model's answers. */
export interface KindTally {
  drawn: number;
  succeeded: number;
  /** Successes in which there was something. */
  found: number;
}

/** The measures of drawn scenarios, as the model answers them. */
export interface Measured {
  readonly kinds: ReadonlyMap<string, KindTally>;
  /** The number of times that each refusal that the specification states was met. */
  readonly refusals: ReadonlyMap<Refusal, number>;
  /** The number of times that an event of each type was read, of those that are compared on every server. */
  readonly events: ReadonlyMap<string, number>;
  readonly runs: number;
  /** The number of times that each action of a control API succeeded, of those that the target takes. */
  readonly actions: ReadonlyMap<string, number>;
  /** The number of changes of messages, and of those after which messages were read. */
  readonly changed: { readonly all: number; readonly read: number };
}

const isFull = (value: unknown): boolean => (Array.isArray(value) ? value : Object.keys(value ?? {})).length > 0;

function count(tally: KindTally, { step, expected }: Turn): void {
  tally.drawn++;
  if (expected.status !== 200) return;
  tally.succeeded++;
  const finds = steps.get(step.op)?.finds;
  if (finds === undefined || isFull(expected.body[finds])) tally.found++;
}

function increase<K>(counts: Map<K, number>, key: K): void {
  const before = counts.get(key);
  if (before !== undefined) counts.set(key, before + 1);
}

/** Draws scenarios of up to 30 steps and counts what the model answers. */
export function measured(oracle: Oracle, { seed, runs }: { readonly seed: number; readonly runs: number }): Measured {
  const scenarios = scenariosOn(oracle, 30);
  const kinds = new Map([...steps.keys()].map((op): [string, KindTally] => [op, { drawn: 0, succeeded: 0, found: 0 }]));
  const met = new Map(refusals.map((refusal) => [refusal, 0]));
  const events = new Map([...eventTypes].map((type) => [type, 0]));
  const actions = new Map(oracle.facts.steered ? actionKinds.map((kind) => [kind, 0]) : []);
  const changed = { all: 0, read: 0 };
  for (let i = 0; i < runs; i++) {
    const turns = playedOnModel(drawn(scenarios, seed, i), { oracle, suffix: "", choices: {} });
    for (const [at, turn] of turns.entries()) {
      count(present(kinds.get(turn.step.op), turn.step.op), turn);
      if (turn.expected.status >= 400) {
        const before = turns.slice(0, at);
        for (const refusal of refusals) if (refusal.isMet(turn, before)) increase(met, refusal);
      }
      if (turn.step.op === "actions" && turn.expected.status === 200) increase(actions, actionKind(turn.step.fields));
      if (changesMessage(turn)) {
        changed.all++;
        if (turns.slice(at + 1, at + 4).some(({ step }) => readings.has(step.op))) changed.read++;
      }
      if (turn.step.op !== "events.get" || turn.expected.status !== 200) continue;
      for (const { type } of turn.expected.body.events as { readonly type: string }[]) increase(events, type);
    }
  }
  return { kinds, refusals: met, events, runs, actions, changed };
}

const percent = (part: number, { drawn }: KindTally): string => `${Math.round((part / drawn) * 100)} % of ${drawn}`;

/** In what scenarios fall short of the goals, one line each. */
export function shortcomings({ kinds, refusals: met, events, runs, actions, changed }: Measured): string[] {
  return [
    ...[...kinds].flatMap(([op, tally]) => {
      const { drawn: all, succeeded, found } = tally;
      if (all === 0) return [`${op} is never drawn`];
      const rare = !Object.hasOwn(seldomRefused, op) && all - succeeded < goals.refusal * all;
      return [
        ...(succeeded < goals.success * all ? [`${op} succeeds in ${percent(succeeded, tally)}`] : []),
        ...(rare ? [`${op} is refused in ${percent(all - succeeded, tally)}`] : []),
        ...(isReading(op) && found < goals.found * all ? [`${op} finds something in ${percent(found, tally)}`] : []),
      ];
    }),
    ...[...met].flatMap(([{ op, by }, times]) => (times === 0 ? [`${op} is never refused for this: ${by}`] : [])),
    ...[...events].flatMap(([type, times]) => (times === 0 ? [`no event ${type} is ever read`] : [])),
    ...[...actions].flatMap(([kind, times]) =>
      times * 100 < goals.action * runs ? [`${kind} succeeds ${times} times in ${runs} scenarios`] : [],
    ),
    ...(changed.read < goals.readAgain * changed.all ? [`of ${changed.all} changes of messages ${changed.read} are read`] : []),
  ];
}

/** The least share among those of some kinds of steps, as text. */
function least(kinds: Measured["kinds"], share: (tally: KindTally) => number, test: (op: string) => boolean): string {
  const [[op, tally] = ["", { drawn: 1, succeeded: 0, found: 0 }]] = [...kinds]
    .filter(([name, { drawn: all }]) => all > 0 && test(name))
    .sort(([, one], [, other]) => share(one) / one.drawn - share(other) / other.drawn);
  return `${Math.round((share(tally) / tally.drawn) * 100)} % (${op})`;
}

const reached = (counts: ReadonlyMap<unknown, number>): string =>
  `${[...counts.values()].filter((times) => times > 0).length} of ${counts.size}`;

/** Returns what scenarios come to beside the goals. Rows: what, figure, goal. */
export const goalRows = ({ kinds, refusals: met, events, actions, changed }: Measured): string[][] => [
  [
    "steps that succeed, of the kind with the fewest",
    least(
      kinds,
      ({ succeeded }) => succeeded,
      () => true,
    ),
    `${goals.success * 100} %`,
  ],
  [
    "steps that are refused, of the kind with the fewest",
    least(
      kinds,
      ({ drawn: all, succeeded }) => all - succeeded,
      (op) => !Object.hasOwn(seldomRefused, op),
    ),
    `${goals.refusal * 100} %`,
  ],
  ["reads that find something, of the kind with the fewest", least(kinds, ({ found }) => found, isReading), `${goals.found * 100} %`],
  ["refusals of the specification that are provoked", reached(met), `${met.size} of ${met.size}`],
  ["types of events of the specification that are read", reached(events), `${events.size} of ${events.size}`],
  ["actions of a control API that succeed", reached(actions), `${actions.size} of ${actions.size}`],
  ["changes of messages that are read", `${Math.round((changed.read / changed.all) * 100)} %`, `${goals.readAgain * 100} %`],
];
