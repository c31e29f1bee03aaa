import { type Simulator, spelled } from "../sim/index.ts";
import type { Credentials } from "../sim/protocol/wire.ts";
import { Side } from "./atlas.ts";
import { type Answered, compareAnswers } from "./compare/answers.ts";
import { type Event, mayBe, relevant } from "./compare/events.ts";
import type { HtmlMode } from "./compare/html.ts";
import type { Difference, Lens } from "./compare/values.ts";
import type { Choices, Oracle } from "./oracle.ts";
import type { Scenario, Step } from "./scenario.ts";
import { steps } from "./steps/index.ts";
import type { Fields, Op } from "./steps/step.ts";
import { nobody } from "./steps/symbols.ts";
import type { Outgoing, Reply, Target } from "./target.ts";
import { Twins } from "./twins.ts";
import { Untestable } from "./verdict.ts";

/** A step as it was sent to both sides, and what came of it. */
export interface Turn {
  readonly step: Step;
  readonly asked: Outgoing;
  readonly sent: Outgoing;
  readonly expected: Answered & { readonly text?: string };
  readonly actual: Reply;
  /** How many of each kind had been made before it. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A scenario as it went, up to the first step at which the answers differ. */
export interface Played {
  readonly turns: readonly Turn[];
  readonly differences: readonly Difference[];
}

export interface Scene {
  readonly oracle: Oracle;
  /** Part of every name that the scenario makes up. */
  readonly suffix: string;
  readonly choices: Choices;
  readonly html?: HtmlMode;
}

const nothing: ReadonlyMap<string, string> = new Map();
const anonymous: Credentials = { kind: "none" };
/** Seconds by which clocks, and a request on its way, may differ. */
const tolerance = 10;

/** The request of a step in the words of one side. */
export function requestOf(op: Op, step: Step, side: Side): Outgoing {
  const [method = "", pattern = ""] = op.route.split(" ");
  const fields = side.spell(step.fields) as Record<string, unknown>;
  let path = pattern;
  if (pattern.includes("{")) {
    path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = name === "provider" ? side.atlas.provider : fields[name];
      delete fields[name];
      return encodeURIComponent(String(value));
    });
  }
  return { as: step.as === nobody ? null : step.as, method, path, fields };
}

const refusedAction = { status: 400, body: { result: "error", code: "BAD_REQUEST", msg: "the action was refused" } };
const actionOf = ({ as, fields }: Outgoing) => ({ ...fields, ...(as && { as }) }) as Record<string, unknown>;
const done = { status: 200, body: { result: "success", msg: "" } };

/** The two sides of one run of a scenario. */
class Run {
  readonly simulator: Simulator;
  readonly ours: Side;
  readonly theirs: Side;
  readonly lens: Lens;
  /** Whether all that was made so far has the same ids on both sides, so that what is asked is what is sent. */
  aligned: boolean;
  readonly #cast: Simulator["cast"];
  readonly #live: boolean;

  constructor({ oracle, suffix, choices, html = "exact" }: Scene) {
    this.simulator = oracle.fresh(choices);
    this.#cast = this.simulator.cast;
    this.ours = new Side(oracle.ours, suffix);
    this.theirs = new Side(oracle.theirs, suffix);
    this.#live = !oracle.known;
    this.aligned = oracle.known;
    this.lens = { twins: new Twins(oracle.twins), tolerance: oracle.known ? 0 : tolerance, html, known: oracle.known };
  }

  /** What the model answers. */
  ask(op: Op, asked: Outgoing): Turn["expected"] {
    if (this.#live) this.simulator.advance({ ms: Math.max(0, Date.now() - this.simulator.now()) });
    if (op.action) return this.#act(asked);
    const { as, method, path, fields } = asked;
    const member = as === null ? undefined : this.#cast[as];
    const inQuery = method === "GET";
    const given = spelled(fields);
    const answer = this.simulator.exchange({
      method,
      path: `/api/v1${path}`,
      query: inQuery ? given : nothing,
      form: inQuery ? nothing : given,
      credentials: member ? { kind: "basic", email: member.email, api_key: member.api_key } : anonymous,
      userAgent: "touchstone/1",
    });
    if (!("text" in answer)) throw new Error(`${method} ${path} is held in the model`);
    return answer;
  }

  #act(asked: Outgoing): Answered {
    try {
      if (asked.fields.action === "advance") this.simulator.advance({ ms: Number(asked.fields.ms) });
      else this.simulator.act(actionOf(asked));
      return done;
    } catch {
      return refusedAction;
    }
  }

  /** Notes what a step made on both sides. */
  note({ makes }: Op, { op, fields }: Step, expected: Answered, actual: Answered): void {
    if (!makes && op !== "events.get") return;
    const [ours, theirs] = [expected.body, actual.body];
    if (ours.result !== "success") return;
    if (makes) {
      const [model, target] = [ours[makes.field], theirs[makes.field]];
      this.ours.made[makes.kind].push(model);
      this.theirs.made[makes.kind].push(target);
      if (model !== target) this.aligned = false;
      return;
    }
    const [model, target] = [read(this.ours, fields, expected), read(this.theirs, fields, actual)];
    if (model !== target) this.aligned = false;
  }
}

/** Notes the last event that a side has read of a queue. */
function read(side: Side, { queue_id }: Fields, { body }: Answered): number | undefined {
  const last = (body.events as Event[] | undefined)?.at(-1);
  if (last) side.read.set(side.spell(queue_id), last.id);
  return last?.id;
}

async function act(target: Target, sent: Outgoing): Promise<Answered> {
  const { steering } = target;
  if (!steering) throw new Untestable("the target has no control API");
  try {
    if (sent.fields.action === "advance") await steering.advance(Number(sent.fields.ms));
    else await steering.act(actionOf(sent));
    return done;
  } catch {
    return refusedAction;
  }
}

/** Polls a queue in which the model has events until the target has sent all of them, or nothing more comes. */
async function gathered(target: Target, sent: Outgoing, expected: Answered, lens: Lens): Promise<Reply | undefined> {
  const waiting = relevant(expected.body.events, false);
  const events: Event[] = [];
  let { last_event_id } = sent.fields;
  for (;;) {
    const dont_block = waiting.length === 0;
    const reply = await target.send({ ...sent, fields: { ...sent.fields, last_event_id, dont_block } });
    if (reply && reply.body.result !== "success") return reply;
    const more = (reply?.body.events ?? []) as Event[];
    events.push(...more);
    if (more.length > 0) last_event_id = more.at(-1)!.id;
    for (const event of more) {
      const at = waiting.findIndex((one) => mayBe(one, event, lens));
      if (at !== -1) waiting.splice(at, 1);
    }
    if (waiting.length > 0 && reply) continue;
    return { status: 200, headers: {}, ...reply, body: { result: "success", msg: "", ...reply?.body, events } };
  }
}

async function answerOf(target: Target, op: Op, step: Step, sent: Outgoing, expected: Answered, lens: Lens): Promise<Reply | undefined> {
  if (op.action) return { headers: {}, ...(await act(target, sent)) };
  if (step.op === "events.get" && !lens.known && expected.body.result === "success") return gathered(target, sent, expected, lens);
  return target.send(sent);
}

const unanswered: Reply = { status: 0, headers: {}, body: { result: "no answer" } };

/** The request as both sides are to get it: a poll of a scenario never waits. */
const unblocked = (step: Step, request: Outgoing): Outgoing =>
  step.op === "events.get" ? { ...request, fields: { ...request.fields, dont_block: true } } : request;

const countsOf = ({ made }: Side): Turn["counts"] => ({
  message: made.message.length,
  group: made.group.length,
  folder: made.folder.length,
  queue: made.queue.length,
});

/** Plays a scenario on the model and the target side by side, until their answers differ. */
export async function play(target: Target, scenario: Scenario, scene: Scene): Promise<Played> {
  const run = new Run(scene);
  const turns: Turn[] = [];
  for (const step of scenario.steps) {
    const op = steps.get(step.op)!;
    const asked = unblocked(step, requestOf(op, step, run.ours));
    const sent = run.aligned ? asked : unblocked(step, requestOf(op, step, run.theirs));
    const expected = run.ask(op, asked);
    const actual = (await answerOf(target, op, step, sent, expected, run.lens)) ?? unanswered;
    turns.push({ step, asked, sent, expected, actual, counts: countsOf(run.ours) });
    const differences = compared(op, step, expected, actual, run.lens);
    if (differences.length > 0) return { turns, differences };
    run.note(op, step, expected, actual);
  }
  return { turns, differences: [] };
}

/** Where the answers to a step differ. Equal texts need no look, as long as all ids so far were equal too. */
function compared(op: Op, { op: stem, fields }: Step, expected: Turn["expected"], actual: Reply, lens: Lens): readonly Difference[] {
  if (lens.known && lens.twins.identical && expected.text !== undefined && expected.text === actual.text) return [];
  if (op.action) return expected.status === actual.status ? [] : [{ path: "status", expected: expected.status, actual: actual.status }];
  return compareAnswers(stem, fields, expected, actual, lens);
}

/** Plays recorded answers of the target against the model under other rulings. Whether they agree up to the last one. */
export function agreesUnder(turns: readonly Turn[], scene: Scene): boolean {
  const run = new Run(scene);
  return turns.every(({ step, actual }) => {
    const op = steps.get(step.op)!;
    const expected = run.ask(op, unblocked(step, requestOf(op, step, run.ours)));
    if (compared(op, step, expected, actual, run.lens).length > 0) return false;
    run.note(op, step, expected, actual);
    return true;
  });
}

/** What the model alone answers to each step of a scenario. */
export function foretold(scenario: Scenario, scene: Scene): readonly Turn[] {
  const run = new Run(scene);
  return scenario.steps.map((step) => {
    const op = steps.get(step.op)!;
    const asked = unblocked(step, requestOf(op, step, run.ours));
    const expected = run.ask(op, asked);
    const turn = { step, asked, sent: asked, expected, actual: { headers: {}, ...expected, body: expected.body }, counts: countsOf(run.ours) };
    run.note(op, step, expected, expected);
    return turn;
  });
}
