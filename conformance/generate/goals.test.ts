import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventTypes, steps } from "../catalogue/catalogue.ts";
import { present } from "../client/json.ts";
import type { RequestFields } from "../draw/combinators.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import { byDay } from "../night.test.kit.ts";
import { playedOnModel, type Turn } from "../play/play.ts";
import { embedded } from "../targets/embedded.ts";
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
const seldomRefused: Readonly<Record<string, string>> = {
  "server_settings.get": "everybody may ask, with whatever credentials, and there are no parameters to get wrong",
};

/** Whether a kind of request looks for something. */
const isReading = (op: string): boolean => steps.get(op)?.finds !== undefined || op === "messages-id.get";

/** The actions of a control API, each by its name, and edits of messages by what they change. */
const actionKinds: readonly string[] = [
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
interface KindTally {
  drawn: number;
  succeeded: number;
  /** Successes in which there was something. */
  found: number;
}

/** The measures of drawn scenarios, as the model answers them. */
interface Measured {
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
function measured(oracle: Oracle, { seed, runs }: { readonly seed: number; readonly runs: number }): Measured {
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
function shortcomings({ kinds, refusals: met, events, runs, actions, changed }: Measured): string[] {
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

test("scenarios reach their goals: successes, refusals and finds of each kind, each refusal of the specification, each type of event", async () => {
  const oracle = await oracleFor(embedded({ realm: "crowded" }));
  assert.equal(shortcomings(measured(oracle, { seed: 1, runs: byDay(400, 600) })), []);
});

test("every refusal is of a kind of step that there is, and no two of one kind have one cause", () => {
  const causes = refusals.map(({ op, by }) => `${op}: ${by}`);
  assert.equal(
    refusals.filter(({ op }) => !steps.has(op)).map(({ op }) => op),
    [],
  );
  assert.equal([...new Set(causes)], causes);
  assert.equal(
    Object.keys(seldomRefused).filter((op) => !steps.has(op)),
    [],
  );
});

const tally = (drawn: number, succeeded: number, found = succeeded): KindTally => ({ drawn, succeeded, found });

const only = (op: string, of: KindTally, more: Partial<Measured> = {}): Measured => ({
  kinds: new Map([[op, of]]),
  refusals: new Map(),
  events: new Map(),
  runs: 100,
  actions: new Map(),
  changed: { all: 0, read: 0 },
  ...more,
});

test("each way to fall short of the goals is named", () => {
  const [refusal] = refusals;
  const cases: readonly (readonly [Measured, string[]])[] = [
    [only("typing.post", tally(0, 0)), ["typing.post is never drawn"]],
    [only("typing.post", tally(100, 39)), ["typing.post succeeds in 39 % of 100"]],
    [only("typing.post", tally(100, 91)), ["typing.post is refused in 9 % of 100"]],
    [only("server_settings.get", tally(100, 100)), []],
    [only("messages.get", tally(100, 80, 64)), ["messages.get finds something in 64 % of 100"]],
    [only("messages-id.get", tally(100, 64)), ["messages-id.get finds something in 64 % of 100"]],
    [
      only("typing.post", tally(100, 80), { refusals: new Map([[refusal!, 0]]) }),
      [`${refusal!.op} is never refused for this: ${refusal!.by}`],
    ],
    [only("typing.post", tally(100, 80), { events: new Map([["typing", 0]]) }), ["no event typing is ever read"]],
    [only("messages.get", tally(100, 80, 65), { events: new Map([["typing", 1]]) }), []],
    [only("typing.post", tally(100, 80), { runs: 200, actions: new Map([["react", 1]]) }), ["react succeeds 1 times in 200 scenarios"]],
    [only("typing.post", tally(100, 80), { runs: 200, actions: new Map([["react", 2]]) }), []],
    [only("typing.post", tally(100, 80), { changed: { all: 9, read: 4 } }), ["of 9 changes of messages 4 are read"]],
    [only("typing.post", tally(100, 80), { changed: { all: 8, read: 4 } }), []],
  ];
  for (const [given, lines] of cases) assert.equal(shortcomings(given), lines);
});

test.run();
