import { type Simulator, spelled } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import type { Outgoing } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import type { Fields } from "../draw/combinators.ts";
import { credentialsOf } from "../targets/credentials.ts";
import { Side } from "./atlas.ts";
import type { Answered } from "./compare/answers.ts";
import type { Event } from "./compare/events.ts";
import type { HtmlMode } from "./compare/html.ts";
import type { Lens } from "./compare/values.ts";
import type { Choices, Oracle } from "./oracle.ts";
import { actionOf, done, refusedAction } from "./request.ts";
import type { Step } from "./scenario.ts";
import { Twins } from "./twins.ts";

/** What is the same for all steps of a run. */
export interface Scene {
  readonly oracle: Oracle;
  /** Part of every name that the scenario makes up. */
  readonly suffix: string;
  readonly choices: Choices;
  readonly html?: HtmlMode;
  /** The instant at which the target begins it, where the model has a clock of its own. */
  readonly now?: number;
}

/** What the model answers; its text where it was a request. */
export type Expected = Answered & { readonly text?: string };

const nothing: ReadonlyMap<string, string> = new Map();
const anonymous: Credentials = { kind: "none" };
/** Seconds by which a server's clock may have gone on since the scenario began, or been rounded. */
const tolerance = 60;

/** The two sides of one run of a scenario. */
export class Sides {
  readonly simulator: Simulator;
  readonly ours: Side;
  readonly theirs: Side;
  readonly lens: Lens;
  /** Whether all that was made so far has the same ids on both sides, so that what is asked is what is sent. */
  aligned: boolean;
  readonly #cast: Simulator["cast"];

  private constructor(given: Pick<Sides, "simulator" | "ours" | "theirs" | "lens" | "aligned">) {
    this.simulator = given.simulator;
    this.#cast = given.simulator.cast;
    this.ours = given.ours;
    this.theirs = given.theirs;
    this.lens = given.lens;
    this.aligned = given.aligned;
  }

  /** Returns both sides at the beginning of a scene. */
  static at({ oracle, suffix, choices, html = "structural", now }: Scene): Sides {
    const simulator = oracle.fresh(choices);
    if (now !== undefined) simulator.advance({ ms: Math.max(0, now - simulator.now()) });
    return new Sides({
      simulator,
      ours: new Side(oracle.ours, suffix),
      theirs: new Side(oracle.theirs, suffix),
      lens: { twins: new Twins(oracle.twins), tolerance: oracle.known ? 0 : tolerance, html, known: oracle.known },
      aligned: oracle.known,
    });
  }

  /** Returns both sides as they are now, to go on by themselves; the model is a fork. */
  fork(): Sides {
    const { simulator, ours, theirs, lens, aligned } = this;
    return new Sides({
      simulator: simulator.fork(),
      ours: ours.fork(),
      theirs: theirs.fork(),
      lens: { ...lens, twins: lens.twins.fork() },
      aligned,
    });
  }

  /** What the model answers. */
  ask(op: Op, asked: Outgoing): Expected {
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
      credentials: member ? credentialsOf(member) : anonymous,
      userAgent: "touchstone/1",
    });
    if (!("text" in answer)) throw new Error(`${method} ${path} is held in the model`);
    return answer.text.startsWith("{") ? answer : { status: answer.status, text: answer.text, body: {} };
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
}

/** Notes the last event that a side has read of a queue. */
function read(side: Side, { queue_id }: Fields, { body }: Answered): number | undefined {
  const last = (body.events as Event[] | undefined)?.at(-1);
  if (last) side.read.set(side.spell(queue_id), last.id);
  return last?.id;
}
