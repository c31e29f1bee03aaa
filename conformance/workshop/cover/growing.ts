import { declaredStep } from "../../catalogue/catalogue.ts";
import { atOf, indexAt, isProportional } from "../../draw/symbols.ts";
import type { Oracle } from "../../model/oracle.ts";
import { countsOf } from "../../play/play.ts";
import { requestOf } from "../../play/request.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
import { Sides } from "../../play/sides.ts";
import { type Goals, joined, noGoals } from "./goals.ts";
import type { Answered } from "./outcomes.ts";
import { Trail } from "./trail.ts";

const everything = { notification_settings_null: true, empty_topic_name: true, archived_channels: true, include_deactivated_groups: true };

/** A queue that the scenario has registered: whose, and its place among them. */
interface Listening {
  readonly as: string;
  readonly index: number;
}

/** A scenario that grows step by step on the model. */
export class Growing {
  readonly steps: Step[] = [];
  readonly #sides: Sides;
  readonly #trail: Trail;
  readonly #queues: Listening[] = [];
  /** By queue: what its next poll reaches for the steps that it tells of. */
  readonly #unheard = new Map<number, Goals>();

  private constructor(sides: Sides, trail: Trail) {
    this.#sides = sides;
    this.#trail = trail;
  }

  static on(oracle: Oracle): Growing {
    return new Growing(Sides.at({ oracle, suffix: "", choices: {} }), new Trail(oracle));
  }

  fork(): Growing {
    const copy = new Growing(this.#sides.fork(), this.#trail.fork());
    copy.steps.push(...this.steps);
    copy.#queues.push(...this.#queues);
    for (const [index, goals] of this.#unheard) copy.#unheard.set(index, goals);
    return copy;
  }

  #answered(step: Step): Answered {
    const op = declaredStep(step.op);
    const asked = requestOf(op, step, this.#sides.ours);
    const expected = this.#sides.ask(op, asked);
    return { step, asked, sent: asked, expected, actual: { headers: {}, ...expected }, counts: countsOf(this.#sides.ours) };
  }

  #pollOf({ as, index }: Listening): Step {
    const at = atOf(index, this.#sides.ours.made.queue.length);
    return { as, op: "events.get", fields: { queue_id: { ref: "queue", at }, last_event_id: { ref: "event", at } } };
  }

  /** The polls that fetch what the queues hold now. */
  get polls(): readonly Step[] {
    return this.#queues.map((queue) => this.#pollOf(queue));
  }

  /** The newest event of a queue. */
  #newestIn({ index }: Listening): unknown {
    const { ours, simulator } = this.#sides;
    return simulator.state.queues.get(ours.made.queue[index] as never)?.newest;
  }

  /** A fork that has taken a step, with what it answers and the queues in which the step has left events. */
  #ahead(step: Step): { readonly fork: Growing; readonly answered: Answered; readonly heard: readonly Listening[] } {
    const fork = new Growing(this.#sides.fork(), this.#trail);
    const answered = fork.#answered(step);
    const isHeard = step.op !== "events.get" && answered.expected.body.result === "success";
    const heard = isHeard ? this.#queues.filter((queue) => this.#newestIn(queue) !== fork.#newestIn(queue)) : [];
    return { fork, answered, heard };
  }

  /** Runs a step and the polls for its events without taking them: for what that runs, not for what it reaches. */
  run(step: Step): void {
    const { fork, heard } = this.#ahead(step);
    for (const queue of heard) fork.#answered(this.#pollOf(queue));
  }

  /** Returns what a step would reach next, with the events that it would send. */
  tried(step: Step): Goals {
    const { fork, answered, heard } = this.#ahead(step);
    const own = this.#trail.goalsOf(answered);
    if (heard.length === 0) return own;
    const events = heard.map((queue) => this.#trail.eventsOf(fork.#answered(this.#pollOf(queue))));
    return joined([own, this.#trail.heardOf(answered), ...events]);
  }

  /** Returns what a poll reaches for the steps that its events tell of. */
  #heardBy({ step, expected, counts }: Answered): Goals {
    const { queue_id } = step.fields;
    const hasEvents = step.op === "events.get" && Array.isArray(expected.body.events) && expected.body.events.length > 0;
    const index = hasEvents && isProportional(queue_id) ? indexAt(queue_id.at, counts.queue ?? 0) : undefined;
    const goals = index === undefined ? undefined : this.#unheard.get(index);
    if (index !== undefined) this.#unheard.delete(index);
    return goals ?? noGoals;
  }

  /** Takes a step. */
  grow(step: Step): Goals {
    const before = this.#queues.map((queue) => this.#newestIn(queue));
    const answered = this.#answered(step);
    const goals = joined([this.#trail.goalsOf(answered), this.#heardBy(answered)]);
    const heard = this.#trail.heardOf(answered);
    for (const [i, queue] of this.#queues.entries()) {
      const isHeard = step.op !== "events.get" && before[i] !== this.#newestIn(queue);
      if (isHeard) this.#unheard.set(queue.index, joined([this.#unheard.get(queue.index) ?? noGoals, heard]));
    }
    this.#trail.note(answered);
    const op = declaredStep(step.op);
    this.#sides.note(op, step, answered.expected, answered.expected);
    if (op.makes?.kind === "queue" && answered.expected.body.result === "success") {
      this.#queues.push({ as: step.as, index: this.#sides.ours.made.queue.length - 1 });
    }
    this.steps.push(step);
    return goals;
  }

  /** A text that is the same for states in which some members of the cast are told the same. */
  get digest(): string {
    const { simulator } = this.#sides.fork();
    const registrations = ["alice", "owen", "gus"].map(
      (name) => simulator.as(name).send("POST /register", { client_capabilities: everything }).body,
    );
    return `${simulator.now()} ${JSON.stringify(registrations.map(({ queue_id: _, ...body }) => body))}`;
  }

  get scenario(): Scenario {
    return { format: "touchstone-scenario", version: 1, steps: this.steps };
  }
}

/** Returns what a whole scenario reaches, step by step. */
export function goalsAlong(oracle: Oracle, scenario: Scenario): Goals[] {
  const growing = Growing.on(oracle);
  return scenario.steps.map((step) => growing.grow(step));
}
