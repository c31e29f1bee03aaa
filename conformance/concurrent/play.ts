import { declaredStep } from "../catalogue/catalogue.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { unanswered, untilAnswered } from "../client/thrown.ts";
import { registrationFor } from "../compare/matched-ids.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import type { Side } from "../model/named-ids.ts";
import { instantOf } from "../model/wire-request.ts";
import { askTarget } from "../play/ask-target.ts";
import { countsOf, modelAfter, type Played, playOn, type RunSettings, upTo } from "../play/play.ts";
import { type ConcurrentScenario, requestOf, type Step, scenarioOf } from "../play/scenario.ts";
import type { Sides } from "../play/sides.ts";
import { type ConcurrentAnswers, differencesAfter, type Found, type Misfit, OrderSearch, type Placed, type Timed } from "./search.ts";

/** Opens as many connections as there are actors, so that no actor waits for one while another sends. */
const warmUp = (target: Target, count: number): Promise<unknown> =>
  Promise.allSettled(Array.from({ length: count }, () => target.send({ as: null, method: "GET", path: "/server_settings", fields: {} })));

/** Sends a request, and once more where it only reads. @throws NoAnswer: none came, and it may still be carried out */
async function answerTo(target: Target, sent: Outgoing): Promise<Reply | undefined> {
  if (sent.method === "GET") return (await untilAnswered(() => target.send(sent))) ?? unanswered;
  try {
    return (await target.send(sent)) ?? unanswered;
  } catch (thrown) {
    if (!(thrown instanceof NoAnswer) || thrown.isLate) throw thrown;
    return undefined;
  }
}

/**
 * Sends the steps of all actors at the same time.
 * @param theirs the target's side before them: what their references mean
 * @throws NoAnswer: one of them got no answer in time
 */
async function sendTogether(target: Target, actors: readonly (readonly Step[])[], theirs: Side): Promise<Timed[][]> {
  if (target.kind === "live") await warmUp(target, actors.length);
  let clock = 0;
  const sendAll = async (list: readonly Step[]): Promise<Timed[]> => {
    const done: Timed[] = [];
    for (const step of list) {
      const op = declaredStep(step.op);
      const sent = requestOf(op, step, theirs);
      const sentAt = ++clock;
      const actual = await answerTo(target, sent);
      if (actual === undefined) {
        done.push({ step, sent, actual: unanswered, sentAt, answeredAt: Infinity, lost: true });
        continue;
      }
      const answeredAt = ++clock;
      const telling = registrationFor(op, sent, actual);
      const registered = telling && (await untilAnswered(() => target.send(telling)));
      done.push({ step, sent, actual, registered, sentAt, answeredAt });
    }
    return done;
  };
  // Nothing is under way any more when a failure of one actor ends the run.
  const ended = await Promise.allSettled(actors.map(sendAll));
  return ended.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

/** The outcome of one run of a concurrent scenario. */
export interface PlayedTogether {
  readonly recording: ConcurrentAnswers;
  /** The beginning where it differs already: then no actor sent anything. */
  readonly sequential: Played | undefined;
  /** The order that fits; undefined where none does. */
  readonly order: readonly Placed[] | undefined;
  /** Why the orders that came furthest are none. */
  readonly misfits: readonly Misfit[];
  /** The settings under which the order fits, or the misfits are. */
  readonly settings: RunSettings;
}

/** The outcome of a search under some choices on silent points. */
interface Judged {
  readonly found: Found | undefined;
  readonly search: OrderSearch;
  readonly settings: RunSettings;
}

function judged(start: Sides, recording: ConcurrentAnswers, settings: RunSettings): Judged {
  const search = new OrderSearch(start, recording);
  return { found: search.find(), search, settings };
}

/** Looks for an order under the choices of settings. Where it explains, other choices are taken one by one, those that lead furthest first. */
export function judge(start: Sides, recording: ConcurrentAnswers, settings: RunSettings, explains: boolean): Judged {
  let best = judged(start, recording, settings);
  while (explains && !best.found) {
    let further: Judged | undefined;
    for (const choice of settings.oracle.others(best.settings.choices)) {
      const other: RunSettings = { ...settings, choices: { ...best.settings.choices, ...choice } };
      const run = modelAfter(recording.beginning, other);
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
  recording: ConcurrentAnswers,
  explains: boolean,
) {
  let [{ found, settings }, last] = [first, first];
  const ending: Timed[] = [];
  const all = (): ConcurrentAnswers => ({ ...recording, ending });
  for (const step of scenario.ending) {
    if (!found) break;
    const { run, order } = found;
    if (!run.canName(step)) continue;
    const op = declaredStep(step.op);
    const [asked, sent] = [requestOf(op, step, run.ours), requestOf(op, step, run.theirs)];
    const expected = run.ask(op, asked);
    const actual = await askTarget(target, op, step, sent, [{ expected, lens: run.lens }]);
    const timed: Timed = { step, sent, actual, sentAt: 0, answeredAt: 0 };
    ending.push(timed);
    const turn: Placed = { step, asked, sent, expected, actual, counts: countsOf(run.ours), actor: undefined, timed };
    if (differencesAfter(run, turn, [...recording.beginning, ...order]).length === 0) {
      run.note(op, step, expected, actual);
      found = { run, order: [...order, turn] };
      continue;
    }
    last = judge(modelAfter(recording.beginning, settings) ?? start, all(), settings, explains);
    [found, settings] = [last.found, last.settings];
  }
  return { recording: all(), found, misfits: found ? [] : last.search.misfits, settings };
}

async function playedOn(target: Target, scenario: ConcurrentScenario, given: RunSettings, explains: boolean): Promise<PlayedTogether> {
  const beginning = scenarioOf(scenario.beginning);
  const before = await playOn(target, beginning, given, explains);
  const { turns, settings, found: differing } = before;
  const [first] = differing.keys();
  const nothing: ConcurrentAnswers = { beginning: turns, actors: [], ending: [] };
  if (first !== undefined) return { recording: nothing, sequential: upTo(before, first), order: undefined, misfits: [], settings };
  const start = modelAfter(turns, settings);
  if (!start || !scenario.actors.flat().every((step) => start.canName(step)))
    throw new Untestable("an answer that was lost leaves open what the beginning made");
  const actors = await sendTogether(target, scenario.actors, start.theirs);
  const recording: ConcurrentAnswers = { ...nothing, actors };
  const judged = judge(start, recording, settings, explains);
  const { found, ...rest } = await endingOf(target, scenario, judged, start, recording, explains);
  const later = found ? undefined : await afterDrift(target, start, rest.recording, settings, explains);
  return { ...rest, ...later, order: (later?.found ?? found)?.order, sequential: undefined };
}

/**
 * Looks for an order again where the target's clock went on by more or less than was waited: its instants may be as much later.
 * Returns undefined where it did not. @throws Untestable: none fits even so, as what the target did may hang on the time that it was
 */
async function afterDrift(target: Target, start: Sides, recording: ConcurrentAnswers, settings: RunSettings, explains: boolean) {
  const { known, hasOwnClock, facts } = settings.oracle;
  if (known || !hasOwnClock) return undefined;
  const behind = start.behind(await instantOf(target, facts.active));
  if (Math.abs(behind) <= start.lens.tolerance) return undefined;
  const wider = { ...settings, drift: (settings.drift ?? 0) + behind };
  const run = modelAfter(recording.beginning, wider);
  const { found, settings: fitting } = run ? judge(run, recording, wider, explains) : { found: undefined, settings };
  if (found) return { found, misfits: [], settings: fitting };
  const seconds = Math.ceil(Math.abs(behind));
  throw new Untestable(`the server's clock went on by ${seconds} s ${behind > 0 ? "more" : "less"} than was waited`);
}

/**
 * Plays a concurrent scenario on the target in a run of its own, and looks for an order in which the model answers as the target did.
 * @param explains whether other choices on silent points may make an order fit
 * @throws Untestable: a request got no answer, or there are too many orders
 */
export async function playTogether(
  target: Target,
  scenario: ConcurrentScenario,
  given: RunSettings,
  explains = false,
): Promise<PlayedTogether> {
  const own = target.isolated();
  return playedOn(own, scenario, given, explains).finally(() => own.close());
}
