import type { Outgoing, Reply, Target } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import { askTarget, instantOf } from "./ask-target.ts";
import { steps } from "./catalogue.ts";
import { compareAnswers } from "./compare/answers.ts";
import type { Difference, Lens } from "./compare/values.ts";
import { requestOf } from "./request.ts";
import type { Scenario, Step } from "./scenario.ts";
import { type Expected, type Scene, Sides } from "./sides.ts";

export type { Scene };

/** A step as it was sent to both sides, and what came of it. */
export interface Turn {
  readonly step: Step;
  readonly asked: Outgoing;
  readonly sent: Outgoing;
  readonly expected: Expected;
  readonly actual: Reply;
  /** How many of each kind had been made before it. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A scenario as it went, up to the first step at which the answers differ. */
export interface Played {
  readonly turns: readonly Turn[];
  readonly differences: readonly Difference[];
  /** The scene, with the instant at which it began. */
  readonly scene: Scene;
}

const countsOf = ({ made }: Sides["ours"]): Turn["counts"] => ({
  message: made.message.length,
  group: made.group.length,
  folder: made.folder.length,
  queue: made.queue.length,
});

async function playOn(target: Target, scenario: Scenario, given: Scene, explains = false): Promise<Played> {
  const { oracle } = given;
  let scene = oracle.known ? given : { ...given, now: await instantOf(target, oracle.ground.active) };
  let run = Sides.at(scene);
  const turns: Turn[] = [];
  for (const step of scenario.steps) {
    const op = steps.get(step.op)!;
    const asked = requestOf(op, step, run.ours);
    const sent = run.aligned ? asked : requestOf(op, step, run.theirs);
    const expected = run.ask(op, asked);
    const actual = await askTarget(target, op, step, sent, expected, run.lens);
    turns.push({ step, asked, sent, expected, actual, counts: countsOf(run.ours) });
    const differences = compared(op, step, expected, actual, run.lens);
    if (differences.length === 0) {
      run.note(op, step, expected, actual);
      continue;
    }
    const other = explains ? explained(turns, scene) : undefined;
    if (!other) return { turns, differences, scene };
    [run, scene] = other;
  }
  return { turns, differences: [], scene };
}

/**
 * Plays a scenario on the model and, in a run of its own, on the target side by side, until their answers differ.
 * @param explains whether it goes on under another choice on a silent point where that explains a difference
 */
export async function play(target: Target, scenario: Scenario, given: Scene, explains = false): Promise<Played> {
  const own = target.isolated();
  return playOn(own, scenario, given, explains).finally(() => own.close());
}

/** Where the answers to a step differ. Equal texts need no look, as long as all ids so far were equal too. */
function compared(op: Op, { op: stem, fields }: Step, expected: Expected, actual: Reply, lens: Lens): readonly Difference[] {
  if (lens.known && lens.twins.identical && expected.text !== undefined && expected.text === actual.text) return [];
  if (op.action) return expected.status === actual.status ? [] : [{ path: "status", expected: expected.status, actual: actual.status }];
  return compareAnswers(stem, fields, expected, actual, lens);
}

/** The model after recorded answers of the target; undefined where they differ. */
function retraced(turns: readonly Turn[], scene: Scene): Sides | undefined {
  const run = Sides.at(scene);
  for (const { step, actual } of turns) {
    const op = steps.get(step.op)!;
    const expected = run.ask(op, requestOf(op, step, run.ours));
    if (compared(op, step, expected, actual, run.lens).length > 0) return undefined;
    run.note(op, step, expected, actual);
  }
  return run;
}

/** The model and the choices under which all that the target has answered agrees: those so far, and one silent point decided otherwise. */
function explained(turns: readonly Turn[], scene: Scene): [Sides, Scene] | undefined {
  for (const choice of scene.oracle.others(scene.choices)) {
    const other: Scene = { ...scene, choices: { ...scene.choices, ...choice } };
    const run = retraced(turns, other);
    if (run) return [run, other];
  }
  return undefined;
}

/** What the model alone answers to each step of a scenario. */
export function foretold(scenario: Scenario, scene: Scene): readonly Turn[] {
  const run = Sides.at(scene);
  return scenario.steps.map((step) => {
    const op = steps.get(step.op)!;
    const asked = requestOf(op, step, run.ours);
    const expected = run.ask(op, asked);
    const turn = {
      step,
      asked,
      sent: asked,
      expected,
      actual: { headers: {}, ...expected, body: expected.body },
      counts: countsOf(run.ours),
    };
    run.note(op, step, expected, expected);
    return turn;
  });
}
