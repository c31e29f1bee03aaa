import type { Outgoing, Reply, Target } from "../../client/target.ts";
import { unanswered } from "../ask-target.ts";
import type { Side } from "../atlas.ts";
import { steps } from "../catalogue.ts";
import type { Turn } from "../play.ts";
import { requestOf } from "../request.ts";
import type { Step } from "../scenario.ts";

/** A step as it was sent to the target, and its answer. */
export interface Timed {
  readonly step: Step;
  readonly sent: Outgoing;
  readonly actual: Reply;
  /** When it was sent and answered, counted in requests and answers: one that was answered before another was sent precedes it. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** What a target answered in one run of a concurrent scenario. */
export interface Recording {
  readonly beginning: readonly Turn[];
  readonly actors: readonly (readonly Timed[])[];
  readonly ending: readonly Timed[];
}

/** Opens as many connections as there are actors, so that no actor waits for one while another sends. */
const warmUp = (target: Target, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => target.send({ as: null, method: "GET", path: "/server_settings", fields: {} })));

/**
 * Sends the steps of all actors at the same time.
 * @param theirs the target's side before them: what their references mean
 * @throws NoAnswer: one of them got no answer
 */
export async function sendTogether(target: Target, actors: readonly (readonly Step[])[], theirs: Side): Promise<Timed[][]> {
  if (target.kind === "live") await warmUp(target, actors.length);
  let clock = 0;
  const sendAll = async (list: readonly Step[]): Promise<Timed[]> => {
    const answered: Timed[] = [];
    for (const step of list) {
      const sent = requestOf(steps.get(step.op)!, step, theirs);
      const sentAt = ++clock;
      const actual = (await target.send(sent)) ?? unanswered;
      answered.push({ step, sent, actual, sentAt, answeredAt: ++clock });
    }
    return answered;
  };
  // Nothing is under way any more when a failure of one actor ends the run.
  const ended = await Promise.allSettled(actors.map(sendAll));
  return ended.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}
