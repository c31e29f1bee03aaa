import { declaredStep } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import { Untestable } from "../expect.ts";
import { askTarget } from "../play/ask-target.ts";
import { countsOf, type Played, playOn, retraced, type Scene, upTo } from "../play/play.ts";
import { requestOf } from "../play/request.ts";
import { type ConcurrentScenario, scenarioOf } from "../play/scenario.ts";
import type { Sides } from "../play/sides.ts";
import { type Recording, sendTogether, type Timed } from "./recording.ts";
import { differencesAfter, type Found, type Misfit, type Placed, Search } from "./search.ts";

/** The outcome of one run of a concurrent scenario. */
export interface PlayedTogether {
  readonly recording: Recording;
  /** The beginning where it differs already: then no actor sent anything. */
  readonly sequential: Played | undefined;
  /** The order that fits; undefined where none does. */
  readonly order: readonly Placed[] | undefined;
  /** Why the orders that came furthest are none. */
  readonly misfits: readonly Misfit[];
  /** The scene under which the order fits, or the misfits are. */
  readonly scene: Scene;
}

/** The outcome of a search under some choices on silent points. */
interface Judged {
  readonly found: Found | undefined;
  readonly search: Search;
  readonly scene: Scene;
}

function judged(start: Sides, recording: Recording, scene: Scene): Judged {
  const search = new Search(start, recording);
  return { found: search.find(), search, scene };
}

/** Looks for an order under the choices of a scene. Where it explains, other choices are taken one by one, those that lead furthest first. */
export function judge(start: Sides, recording: Recording, scene: Scene, explains: boolean): Judged {
  let best = judged(start, recording, scene);
  while (explains && !best.found) {
    let further: Judged | undefined;
    for (const choice of scene.oracle.others(best.scene.choices)) {
      const other: Scene = { ...scene, choices: { ...best.scene.choices, ...choice } };
      const run = retraced(recording.beginning, other);
      if (!run) continue;
      const tried = judged(run, recording, other);
      if (tried.found) return tried;
      if (tried.search.depth > (further ?? best).search.depth) further = tried;
    }
    if (!further) break;
    best = further;
  }
  return best;
}

/** Plays the ending on both sides, and looks for another order wherever its answers do not fit the one found so far. */
async function endingOf(
  target: Target,
  scenario: ConcurrentScenario,
  first: Judged,
  start: Sides,
  recording: Recording,
  explains: boolean,
) {
  let [{ found, scene }, last] = [first, first];
  const ending: Timed[] = [];
  const all = (): Recording => ({ ...recording, ending });
  for (const step of scenario.ending) {
    if (!found) break;
    const { run, order } = found;
    if (!run.canName(step)) continue;
    const op = declaredStep(step.op);
    const [asked, sent] = [requestOf(op, step, run.ours), requestOf(op, step, run.theirs)];
    const expected = run.ask(op, asked);
    const actual = await askTarget(target, op, step, sent, expected, run.lens);
    const timed: Timed = { step, sent, actual, sentAt: 0, answeredAt: 0 };
    ending.push(timed);
    const turn: Placed = { step, asked, sent, expected, actual, counts: countsOf(run.ours), actor: undefined, timed };
    if (differencesAfter(run, turn, [...recording.beginning, ...order]).length === 0) {
      run.note(op, step, expected, actual);
      found = { run, order: [...order, turn] };
      continue;
    }
    last = judge(retraced(recording.beginning, scene) ?? start, all(), scene, explains);
    [found, scene] = [last.found, last.scene];
  }
  return { recording: all(), found, misfits: found ? [] : last.search.misfits, scene };
}

async function playedOn(target: Target, scenario: ConcurrentScenario, given: Scene, explains: boolean): Promise<PlayedTogether> {
  const beginning = scenarioOf(scenario.beginning);
  const before = await playOn(target, beginning, given, explains);
  const { turns, scene, found: differing } = before;
  const [first] = differing.keys();
  const nothing: Recording = { beginning: turns, actors: [], ending: [] };
  if (first !== undefined) return { recording: nothing, sequential: upTo(before, first), order: undefined, misfits: [], scene };
  const start = retraced(turns, scene);
  if (!start || !scenario.actors.flat().every((step) => start.canName(step)))
    throw new Untestable("an answer that was lost leaves open what the beginning made");
  const actors = await sendTogether(target, scenario.actors, start.theirs);
  const recording: Recording = { ...nothing, actors };
  const judged = judge(start, recording, scene, explains);
  const { found, ...rest } = await endingOf(target, scenario, judged, start, recording, explains);
  return { ...rest, order: found?.order, sequential: undefined };
}

/**
 * Plays a concurrent scenario on the target in a run of its own, and looks for an order in which the model answers as the target did.
 * @param explains whether other choices on silent points may make an order fit
 * @throws Untestable: a request got no answer, or there are too many orders
 */
export async function playTogether(target: Target, scenario: ConcurrentScenario, given: Scene, explains = false): Promise<PlayedTogether> {
  const own = target.isolated();
  return playedOn(own, scenario, given, explains).finally(() => own.close());
}
