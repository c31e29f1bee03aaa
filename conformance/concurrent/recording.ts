import { declaredStep } from "../catalogue/catalogue.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { untilAnswered } from "../client/thrown.ts";
import { registrationFor } from "../compare/matched-ids.ts";
import { NoAnswer } from "../expect.ts";
import type { Side } from "../model/named-ids.ts";
import { unanswered } from "../play/ask-target.ts";
import type { Turn } from "../play/play.ts";
import { requestOf, type Step } from "../play/scenario.ts";

/** A step as it was sent to the target, and its answer. */
export interface Timed {
  readonly step: Step;
  readonly sent: Outgoing;
  readonly actual: Reply;
  /** The registration that tells the id of what it made, where the answer does not. */
  readonly registered?: Reply | undefined;
  /** When it was sent and answered, counted in requests and answers: one that was answered before another was sent precedes it. */
  readonly sentAt: number;
  /** Infinity where no answer came. */
  readonly answeredAt: number;
  /** The connection was cut: it was carried out, or not. */
  readonly lost?: true;
}

/** The answers of a target in one run of a concurrent scenario. */
export interface ConcurrentAnswers {
  readonly beginning: readonly Turn[];
  readonly actors: readonly (readonly Timed[])[];
  readonly ending: readonly Timed[];
}

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
export async function sendTogether(target: Target, actors: readonly (readonly Step[])[], theirs: Side): Promise<Timed[][]> {
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
