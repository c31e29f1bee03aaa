import type { Simulator } from "../../sim/index.ts";
import { objectsIn } from "../client/json.ts";
import type { Outgoing } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { type ComparedAnswer, MatchedIds } from "../compare/matched-ids.ts";
import type { Lens } from "../compare/values.ts";
import type { Op } from "../declare/step.ts";
import type { RequestFields } from "../draw/combinators.ts";
import { indexAt, isProportional, type Made, madeOf, symbolsIn } from "../draw/symbols.ts";
import { missing, Side } from "../model/named-ids.ts";
import type { ChosenRulings, Oracle } from "../model/oracle.ts";
import { askModel, type Expected } from "./ask-model.ts";
import type { Step } from "./scenario.ts";

export type { Expected };

/** Options that are the same for all steps of a run. */
export interface RunSettings {
  /** Address of the scenario, for those who watch the target. */
  readonly address?: string;
  readonly oracle: Oracle;
  /** Part of every name that the scenario makes up. */
  readonly suffix: string;
  readonly choices: ChosenRulings;
  readonly html?: HtmlMode;
  /** The instant at which the target begins it, where the model has a clock of its own. */
  readonly now?: number;
  /** The same by this machine's monotonic clock. */
  readonly began?: number;
  /** The seconds by which the target's clock was seen to have gone on beside this machine's since then. */
  readonly drift?: number;
  /** The kinds of differences that no choice explains, as `Run` notes them: default those of the run alone. */
  readonly unexplained?: Set<string>;
}

/** When a request was sent. */
export interface SentAt {
  /** By the target's clock, in milliseconds since 1970. */
  readonly at: number;
  /** By this machine's monotonic clock, in milliseconds. */
  readonly sentAt: number;
}

/** Stands among what the target made for that of which no answer has told the id. */
const untold = Symbol("untold");
/** Seconds by which the clock of a server that is steered may differ from what it told, beside the time that the scenario takes. */
const steeredTolerance = 60;
/** Seconds by which any other may: it tells whole seconds, as fields do. */
const ownTolerance = 2;

const toleranceOf = ({ known, hasOwnClock }: Oracle): number => (known ? 0 : hasOwnClock ? ownTolerance : steeredTolerance);

/** The two sides of one run of a scenario. */
export class Sides {
  /** The model, after all that was asked. */
  readonly simulator: Simulator;
  readonly ours: Side;
  readonly theirs: Side;
  readonly lens: Lens & { since?: number | undefined; slowest?: number };
  /** Whether all that was made so far has the same ids on both sides, so that what is asked is what is sent. */
  aligned: boolean;
  readonly #settings: RunSettings;
  /** Whether the target was asked to make something, and its answer did not come. */
  #hasUntold = false;
  /** The model's accounts, as they log in now. */
  #cast: Simulator["cast"];

  /** @param before the sides that these go on from, with a fork of their model; default both sides at the beginning of the settings */
  constructor(settings: RunSettings, simulator = settings.oracle.fresh(settings.choices), before?: Sides) {
    const { oracle, suffix, html = "structural", now, began, drift } = settings;
    if (now !== undefined && !before) simulator.advance({ ms: Math.max(0, now - simulator.now()) });
    this.simulator = simulator;
    this.#settings = settings;
    this.#cast = simulator.cast;
    this.ours = before?.ours.fork() ?? new Side(oracle.ours, suffix);
    this.theirs = before?.theirs.fork() ?? new Side(oracle.theirs, suffix);
    this.lens = {
      tolerance: toleranceOf(oracle),
      ...{ since: began, drift },
      anyOrder: !oracle.known && simulator.server.rulings.messageIdsOrder === "observed",
      html,
      known: oracle.known,
      observed: oracle.facts.observed,
      ...before?.lens,
      twins: before?.lens.twins.fork() ?? new MatchedIds(oracle.twins),
    };
    this.aligned = before?.aligned ?? oracle.known;
    if (before) this.#hasUntold = before.#hasUntold;
  }

  /** Returns both sides as they are now, to go on by themselves; the model is a fork. */
  fork(): Sides {
    return new Sides(this.#settings, this.simulator.fork(), this);
  }

  /** Returns what the model answers. */
  ask(op: Op, asked: Outgoing): Expected {
    const answer = askModel(this.simulator, this.#cast, op, asked);
    // An action may change an account's address, by which it logs in.
    if (op.action) this.#cast = this.simulator.cast;
    return answer;
  }

  /** Notes what a step made on both sides. */
  note({ makes }: Op, { op, fields }: Step, expected: ComparedAnswer, actual: ComparedAnswer): void {
    if (!makes && op !== "events.get") return;
    const [ours, theirs] = [expected.body, actual.body];
    if (ours.result !== "success") return;
    if (makes) {
      const [model, target] = [ours[makes.field], theirs[makes.field]];
      this.ours.made[makes.kind].push(model);
      this.theirs.made[makes.kind].push(target);
      if (makes.kind === "queue") {
        this.ours.started.set(model, Number(ours.last_event_id ?? -1));
        this.theirs.started.set(target, Number(theirs.last_event_id ?? -1));
      }
      if (model !== target || ours.last_event_id !== theirs.last_event_id) this.aligned = false;
      return;
    }
    const [model, target] = [read(this.ours, fields, expected), read(this.theirs, fields, actual)];
    if (model !== target) this.aligned = false;
  }

  /**
   * Notes that a step got no answer. What it may have made counts on both sides, so that references mean the same whether it did or not.
   * @param counts whether what it makes counts
   * @returns what is to be called with the model's answer if the step is carried out
   */
  lose({ makes }: Op, counts: boolean): (expected: Expected) => void {
    if (!makes || !counts) return () => {};
    const { kind, field } = makes;
    const ours = this.ours.made[kind];
    const place = ours.push(missing[kind]) - 1;
    this.theirs.made[kind].push(untold);
    this.#hasUntold = true;
    this.aligned = false;
    return ({ body }) => {
      if (body.result !== "success") return;
      ours[place] = body[field];
      this.lens.twins.awaitSight(kind, body[field] as string | number);
    };
  }

  /** Whether the target's names for all that a step refers to are known: an answer may have shown since what a lost one would have told. */
  canName({ fields }: Step): boolean {
    if (!this.#hasUntold) return true;
    return symbolsIn(fields)
      .filter(isProportional)
      .every(({ ref, at }) => this.#isTold(madeOf(ref), at));
  }

  #isTold(kind: Made, at: number): boolean {
    const [ours, theirs] = [this.ours.made[kind], this.theirs.made[kind]];
    const index = indexAt(at, theirs.length);
    if (index === undefined || theirs[index] !== untold) return true;
    const twin = this.lens.twins.there(kind, ours[index] as string | number);
    if (twin !== undefined) theirs[index] = twin;
    return twin !== undefined;
  }

  /** Returns the seconds by which the target's clock is ahead of the model's at an instant that the target tells, beside the time that has passed. */
  behind(now: number): number {
    const { since } = this.lens;
    const passed = since === undefined ? 0 : performance.now() - since;
    return (now - this.simulator.now() - passed) / 1000;
  }

  /** Sets the model's clock to when a request was sent, where the target's goes on by itself. */
  sending({ at, sentAt }: SentAt): void {
    if (!this.#settings.oracle.hasOwnClock) return;
    this.reach(at);
    this.lens.since = sentAt;
  }

  /** Notes how long a request took, in milliseconds: by so much the target's clock may have gone on when it was carried out. */
  took(millis: number): void {
    if (this.#settings.oracle.hasOwnClock) this.lens.slowest = Math.max(this.lens.slowest ?? 0, millis / 1000);
  }

  /** Moves the model's clock forward to an instant, in milliseconds since 1970. */
  reach(now: number): void {
    const ms = now - this.simulator.now();
    if (ms > 0) this.simulator.advance({ ms });
  }
}

/** Notes the last event that a side has read of a queue. */
function read(side: Side, { queue_id }: RequestFields, { body }: ComparedAnswer): number | undefined {
  const id = objectsIn(body.events).at(-1)?.id;
  if (typeof id !== "number") return undefined;
  side.read.set(side.spell(queue_id), id);
  return id;
}
