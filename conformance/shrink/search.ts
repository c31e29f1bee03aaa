import { itemAt } from "../client/json.ts";
import { type Played, playedOnModel, type RunSettings, type Turn } from "../play/play.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";

/** One change that makes a scenario simpler: a field of a step left out, or with a simpler value. */
export interface Edit {
  readonly at: number;
  readonly names: readonly string[];
  /** The value of the one field; undefined where the fields are left out. */
  readonly value?: unknown;
}

/** Returns a scenario after some edits. */
export function edited({ steps: all }: Scenario, edits: readonly Edit[]): Scenario {
  const fieldsOf = ({ fields }: Step, at: number): Step["fields"] => {
    const changed: Record<string, unknown> = { ...fields };
    for (const { names, value } of edits.filter((edit) => edit.at === at))
      for (const name of names) {
        if (value === undefined) delete changed[name];
        else if (Object.hasOwn(changed, name)) changed[name] = value;
      }
    return changed;
  };
  return scenarioOf(all.map((step, at) => ({ ...step, fields: fieldsOf(step, at) })));
}

/** A run of a scenario on the target, in names that nothing has yet. */
export type Replay = (scenario: Scenario) => Promise<Played>;

/** The most times that a target is asked again. */
const most = 30;

/** Returns what a difference is, whatever ids and values stand in it: the kind of step and the first place. */
function signature({ turns, differences }: Played): string | undefined {
  const [first] = differences;
  return first && `${itemAt(turns, -1).step.op} ${first.path.replace(/\[\d+\]|\.\d+/g, "")}`;
}

const kindOfAnswer = ({ expected }: Turn): string => `${expected.body.result} ${expected.body.code ?? ""}`;

/** The search for the shortest scenario that shows a difference. */
export class ShrinkSearch {
  best: Scenario;
  played: Played;
  replays = 0;
  readonly #settings: RunSettings;
  readonly #replay: Replay;
  readonly #wanted: string | undefined;
  readonly #answer: string;

  constructor(first: Played, settings: RunSettings, replay: Replay) {
    this.best = scenarioOf(first.turns.map(({ step }) => step));
    this.played = first;
    this.#settings = settings;
    this.#replay = replay;
    this.#wanted = signature(first);
    this.#answer = kindOfAnswer(itemAt(first.turns, -1));
  }

  get spent(): boolean {
    return this.replays >= most;
  }

  /** Whether in the model the last step of a candidate is answered as it was; otherwise the target need not be asked. */
  isPlausible(candidate: Scenario): boolean {
    return kindOfAnswer(itemAt(playedOnModel(candidate, this.#settings), -1)) === this.#answer;
  }

  /** The edits after each of which alone the model answers the last step as it did. */
  plausible(edits: readonly Edit[]): Edit[] {
    return edits.filter((edit) => this.isPlausible(edited(this.best, [edit])));
  }

  /** Asks the target, if the model finds a candidate worth it. */
  async try(candidate: Scenario): Promise<boolean> {
    if (this.spent || !this.isPlausible(candidate)) return false;
    this.replays++;
    const played = await this.#replay(candidate);
    const isSame = signature(played) === this.#wanted && played.turns.length === candidate.steps.length;
    if (isSame) [this.best, this.played] = [candidate, played];
    return isSame;
  }
}
