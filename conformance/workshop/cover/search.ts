import fc from "fast-check";
import { declaredStep, steps as kinds } from "../../catalogue/catalogue.ts";
import { itemAt } from "../../client/json.ts";
import { allowedOn, unmet } from "../../cover/allowed.ts";
import { type StoredSet, scenariosIn } from "../../cover/set.ts";
import { atOf, nobody } from "../../draw/symbols.ts";
import { drawn, scenariosOn } from "../../generate/draw.ts";
import type { Oracle } from "../../model/oracle.ts";
import { playedOnModel, type Turn } from "../../play/play.ts";
import { type Scenario, type Step, scenarioOf } from "../../play/scenario.ts";
import { closed, dropSteps, needs, reduced } from "../../shrink/index.ts";
import { Code, type Ran, type Recorder } from "./coverage.ts";
import stored from "./directed.json" with { type: "json" };
import { eventsOf, formOf, type Goals, goalsAlong, weights } from "./goals.ts";
import table from "./requests.json" with { type: "json" };
import type { Stages } from "./stages.ts";

type Fields = Step["fields"];

const [rich, ...others] = scenariosIn(stored as unknown as StoredSet).map(({ steps }) => steps);
/** The number of scenarios of the file, after the first, that register queues. */
const registrations = 6;

/** Scenarios for code that one step after another seldom comes to: where several have to fit together. */
const directed: readonly Scenario[] = others.slice(registrations).map((steps) => scenarioOf(steps));

/** A little of everything that steps can be about, after queues that hear of it. */
const beginnings = others.slice(0, registrations).map((queues): readonly Step[] => [...queues, ...(rich ?? [])]);

/** Values of every wrong kind. A field that is left out is undefined. */
const wrong: readonly unknown[] = [undefined, "nonsense", "", -1, 7.5, true, null, [], {}];

const requests = new Map<string, Fields[]>();
for (const [op, fields] of table as unknown as readonly (readonly [op: string, fields: Fields])[])
  requests.set(op, [...(requests.get(op) ?? []), fields]);

/** Actions that belong to nobody in particular: the clock, the organization and its channels. */
const ofNobody = /^(advance|deactivate_group|set_video_provider|add_|create_|set_realm|set_channel)/;

/** Operations of which wrong values say nothing of the specification. */
const unspecified = new Set(["actions", "devices", "register.post", "events.get"]);

/** Draws a request of the table for somebody, now and then with a field that is left out or of a wrong kind. */
function requestOn({ facts }: Oracle): fc.Arbitrary<Step> {
  const known = [...requests].filter(([op]) => kinds.has(op));
  const people = [...facts.cast, nobody];
  const most = ["actions", "actions", "messages.post", "messages.post", "messages.get"];
  return fc.constantFrom(...known.map(([op]) => op), ...most).chain((op) =>
    fc
      .tuple(
        fc.constantFrom(...(requests.get(op) ?? [])),
        fc.constantFrom("alice", ...people),
        fc.nat(),
        fc.constantFrom(...wrong),
        fc.nat(5),
      )
      .map(([fields, as, place, value, luck]): Step => {
        if (op === "actions" && ofNobody.test(String(fields.action)) && fields.action !== "add_submessage")
          return { as: nobody, op, fields };
        const names = Object.keys(fields).filter((name) => !declaredStep(op).route.includes(`{${name}}`));
        if (luck > 0 || unspecified.has(op) || names.length === 0) return { as, op, fields };
        const { [itemAt(names, place % names.length)]: _, ...rest } = fields;
        return { as, op, fields: value === undefined ? rest : { ...fields, [itemAt(names, place % names.length)]: value } };
      })
      .filter((step) => unmet(step, facts) === undefined),
  );
}

/** Polls of the queues that some steps register, as far as they are accepted. */
function pollsAfter(steps: readonly Step[]): Step[] {
  const owners = steps.filter(({ op, as }) => op === "register.post" && as !== nobody).map(({ as }) => as);
  return owners.map((as, i) => {
    const at = atOf(i, owners.length);
    return { as, op: "events.get", fields: { queue_id: { ref: "queue", at }, last_event_id: { ref: "event", at } } };
  });
}

/** The most steps of a scenario. */
const mostSteps = 30;

/**
 * Scenarios of which the search chooses, the same each time: those that the suite's generator draws, and its beginnings, or one with a
 * little of everything, with requests of the table after them.
 */
function candidatesOn(oracle: Oracle, count: number): Scenario[] {
  const [whole, begun] = [scenariosOn(oracle, mostSteps), scenariosOn(oracle, 12)];
  const first = beginnings.map((steps) => steps.filter((step) => unmet(step, oracle.facts) === undefined));
  const request = requestOn(oracle);
  return Array.from({ length: count }, (_, i) => {
    if (i % 4 === 0) return drawn(whole, 1, i);
    const before = i % 4 === 1 ? drawn(begun, 2, i).steps : itemAt(first, i % first.length);
    const more = itemAt(fc.sample(fc.array(request, { minLength: 14, maxLength: 14 }), { seed: i, numRuns: 1 }), 0);
    return scenarioOf([...before, ...more.slice(0, 7), ...pollsAfter(before), ...more.slice(7), ...pollsAfter(before)]);
  });
}

const none: ReadonlySet<number> = new Set();

/** The model on which the goals of a scenario are looked at: the crowded realm where it needs people or channels of that. */
const stageOf = ({ steps }: Scenario, { small, crowded }: Stages): Oracle =>
  steps.some((step) => unmet(step, small.facts) !== undefined) ? crowded : small;

/** Plays on a model as much of a scenario as it allows. */
function playedOn(oracle: Oracle, scenario: Scenario): readonly Turn[] {
  const scene = { oracle, suffix: "", choices: {} };
  return playedOnModel({ ...allowedOn({ ...scenario, historical: none }, scene).scenario }, scene);
}

/** Returns what a scenario reaches at the newest level. */
const goalsOf = (scenario: Scenario, stages: Stages): Goals =>
  new Map(goalsAlong(stageOf(scenario, stages), scenario).flatMap((goals) => [...goals]));

/** Plays a scenario on all stages. Returns the forms that events have on other servers. */
export function formsBy(scenario: Scenario, { small, crowded, others }: Stages): Goals {
  for (const oracle of [small, crowded]) playedOn(oracle, scenario);
  const forms = others.flatMap(({ name, oracle }) =>
    playedOn(oracle, scenario).flatMap((turn) => eventsOf(turn).map((event) => `${formOf(event)} on a server ${name}`)),
  );
  return new Map(forms.map((form) => [form, weights.required]));
}

/** Returns what a scenario reaches, at the newest level and on other servers. */
export const reachOf = (scenario: Scenario, stages: Stages): Goals => new Map([...goalsOf(scenario, stages), ...formsBy(scenario, stages)]);

/** Whether what comes later may depend on a step: what is read or refused changes nothing, but a poll acknowledges events. */
const mayMatter = ({ step: { op }, expected: { body } }: Turn): boolean =>
  op === "events.get" || (body.result === "success" && !declaredStep(op).route.startsWith("GET "));

/** A scenario without some of its steps, but with those that others refer to. */
const without = (turns: readonly Turn[], gone: readonly number[]): Scenario =>
  reduced(turns, closed(new Set([...turns.keys()].filter((i) => !gone.includes(i))), needs(turns)));

/** A scenario with what it reaches and runs. */
interface Entry {
  readonly scenario: Scenario;
  readonly goals: Goals;
  readonly ran: Ran;
}

/** A candidate of the search. */
interface Candidate extends Pick<Entry, "scenario" | "goals"> {
  /** Whether it runs code that those before it do not run. */
  readonly runsMore: boolean;
}

/** The number of candidates in each realm, and of those whose code is measured. */
const pool = { small: 900, crowded: 200 } as const;
/** The most requests of the set before those that add nothing are left out, and after it. */
const most = { chosen: 3000, kept: 1990 } as const;

/** Tells how far the search is. */
type Tell = (line: string) => void;

/** The search for a covering set. */
export class CoverSearch {
  readonly #stages: Stages;
  readonly #recorder: Recorder;
  readonly #tell: Tell;
  readonly #code = new Code();
  /** By goal: the number of entries that reach it. */
  readonly #counts = new Map<string, number>();
  #entries: Entry[] = [];

  /** @param start what runs when the modules are loaded */
  constructor(stages: Stages, recorder: Recorder, start: Ran, tell: Tell) {
    this.#stages = stages;
    this.#recorder = recorder;
    this.#tell = tell;
    this.#code.add(start);
  }

  /** Returns what a scenario reaches and runs. */
  #entry(scenario: Scenario, own: Goals = goalsOf(scenario, this.#stages)): Entry {
    this.#recorder.take();
    const forms = formsBy(scenario, this.#stages);
    return { scenario, goals: new Map([...own, ...forms]), ran: this.#recorder.take() };
  }

  #count({ goals, ran }: Entry, by: 1 | -1): void {
    this.#code.add(ran, by);
    for (const goal of goals.keys()) this.#counts.set(goal, (this.#counts.get(goal) ?? 0) + by);
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#count(entry, 1);
  }

  get #steps(): number {
    return this.#entries.reduce((sum, { scenario }) => sum + scenario.steps.length, 0);
  }

  #told(what: string): void {
    this.#tell(`${what}: ${this.#entries.length} scenarios, ${this.#steps} steps, ${this.#counts.size} goals`);
  }

  #pool(): Candidate[] {
    const seen = new Code();
    return poolOn(this.#stages).map((scenario) => {
      const { goals, ran } = this.#entry(scenario);
      const runsMore = seen.isNew(ran);
      seen.add(ran);
      return { scenario, goals, runsMore };
    });
  }

  /** The goals that no entry reaches, of some weight at least. */
  #missing(goals: Goals, lightest: number): string[] {
    return [...goals].flatMap(([goal, weight]) => (weight >= lightest && !this.#counts.get(goal) ? [goal] : []));
  }

  /** The weight for each request of what a candidate adds. */
  #gain({ scenario, goals }: Candidate, lightest: number): number {
    const added = this.#missing(goals, lightest).reduce((sum, goal) => sum + (goals.get(goal) ?? 0), 0);
    return added / scenario.steps.length;
  }

  /** Takes the candidate that adds most for each of its requests, again and again. What it adds only shrinks, so that few are looked at anew each time. */
  #choose(candidates: readonly Candidate[], lightest: number, room: number): void {
    const hopes = candidates.map((candidate) => ({ candidate, gain: Number.POSITIVE_INFINITY }));
    while (this.#steps < room) {
      const best = hopes.reduce((one, other) => (other.gain > one.gain ? other : one));
      const gain = this.#gain(best.candidate, lightest);
      if (gain < best.gain) best.gain = gain;
      else if (gain === 0) return;
      else this.#add(this.#entry(best.candidate.scenario, best.candidate.goals));
    }
  }

  /** Adds the candidates that run code which no entry runs. */
  #chooseForCode(candidates: readonly Candidate[]): void {
    for (const { scenario, goals, runsMore } of candidates) {
      const entry = runsMore && this.#entry(scenario, goals);
      if (entry && this.#code.isNew(entry.ran)) this.#add(entry);
    }
  }

  /** Leaves out the steps of an entry that add nothing to the others, by the shrinker. Returns undefined where nothing stays. */
  async #shortened(entry: Entry, lightest: number): Promise<Entry | undefined> {
    const wanted = this.#missing(entry.goals, lightest);
    if (wanted.length === 0 && !this.#code.isNew(entry.ran)) return undefined;
    let best = entry;
    const tries = {
      spent: false,
      played: { turns: playedOn(stageOf(entry.scenario, this.#stages), entry.scenario) },
      try: async (scenario: Scenario): Promise<boolean> => {
        const own = goalsOf(scenario, this.#stages);
        if (wanted.some((goal) => !own.has(goal) && !/ on a server /.test(goal))) return false;
        const next = this.#entry(scenario, own);
        if (wanted.some((goal) => !next.goals.has(goal)) || this.#code.isNew(entry.ran, next.ran)) return false;
        best = next;
        tries.played = { turns: playedOn(stageOf(scenario, this.#stages), scenario) };
        return true;
      },
    };
    // Most steps that reach nothing of their own can go at once. The shrinker keeps the last one, which is to be one that counts.
    const turns = tries.played.turns;
    const along = goalsAlong(stageOf(entry.scenario, this.#stages), entry.scenario);
    const idle = [...turns.keys()].filter((i) => !wanted.some((goal) => along[i]?.has(goal)));
    const harmless = idle.filter((i) => !mayMatter(itemAt(turns, i)));
    for (const gone of [idle, harmless]) if (gone.length > 0 && (await tries.try(without(turns, gone)))) break;
    while (best.scenario.steps.length > 1 && (await tries.try(scenarioOf(best.scenario.steps.slice(0, -1)))));
    await dropSteps(tries);
    return best;
  }

  async #shorten(lightest: number, isDone: () => boolean = () => false): Promise<void> {
    for (const entry of this.#entries.toReversed()) {
      if (isDone()) break;
      this.#count(entry, -1);
      const shorter = await this.#shortened(entry, lightest);
      if (shorter) this.#count(shorter, 1);
      this.#entries.splice(this.#entries.indexOf(entry), 1, ...(shorter ? [shorter] : []));
    }
    this.#told(`without what adds nothing of weight ${lightest}`);
  }

  /** Returns the scenarios of a covering set. @param kept scenarios to begin with */
  async run(kept: readonly Scenario[] = []): Promise<Scenario[]> {
    for (const scenario of kept) this.#add(this.#entry(scenario));
    const candidates = this.#pool();
    this.#tell(`${candidates.length} candidates`);
    this.#choose(candidates, weights.required, Number.POSITIVE_INFINITY);
    this.#told("by required goals");
    this.#chooseForCode(candidates);
    this.#told("by code");
    await this.#shorten(weights.required);
    this.#choose(candidates, weights.further, most.chosen);
    this.#told("by other goals");
    await this.#shorten(weights.further);
    for (const lightest of [weights.telling, weights.required]) await this.#shorten(lightest, () => this.#steps <= most.kept);
    return this.#entries.map(({ scenario }) => scenario);
  }
}

/** Every candidate of a search. */
const poolOn = ({ small, crowded }: Stages): Scenario[] => [
  ...directed,
  ...candidatesOn(small, pool.small),
  ...candidatesOn(crowded, pool.crowded),
];

/** The goals of candidates, and those that a set reaches. */
interface Left {
  /** The required goals of the candidates. */
  readonly wanted: ReadonlySet<string>;
  /** Those of them that the set leaves out. */
  readonly missing: readonly string[];
  /** The number of all goals that the set reaches. */
  readonly reached: number;
}

/** Returns which required goals of one of so many candidates a set leaves out. */
export function goalsLeft(set: readonly Scenario[], stages: Stages, oneOf: number): Left {
  const reached = new Set(set.flatMap((scenario) => [...reachOf(scenario, stages).keys()]));
  const some = poolOn(stages).filter((_, i) => i % oneOf === 0);
  const all = some.flatMap((scenario) => [...reachOf(scenario, stages)]);
  const wanted = new Set(all.flatMap(([goal, weight]) => (weight === weights.required ? [goal] : [])));
  return { wanted, missing: [...wanted].filter((goal) => !reached.has(goal)), reached: reached.size };
}
