import type { Outgoing, Reply, Target } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import { Untestable } from "../expect.ts";
import type { Answered } from "./compare/answers.ts";
import { awaited, type Event, mayBe } from "./compare/events.ts";
import type { Lens } from "./compare/values.ts";
import { actionOf, done, refusedAction } from "./request.ts";
import type { Step } from "./scenario.ts";

async function act(target: Target, sent: Outgoing): Promise<Answered> {
  const { steering } = target;
  if (!steering) throw new Untestable("the target has no control API");
  try {
    if (sent.fields.action === "advance") await steering.advance(Number(sent.fields.ms));
    else await steering.act(actionOf(sent));
    return done;
  } catch {
    return refusedAction;
  }
}

/** Polls a queue in which the model has events until the target has sent all of them, or nothing more comes. */
async function gathered(target: Target, sent: Outgoing, expected: Answered, lens: Lens): Promise<Reply | undefined> {
  const waiting = awaited(expected.body.events, lens);
  const events: Event[] = [];
  let { last_event_id } = sent.fields;
  for (;;) {
    const dont_block = waiting.length === 0;
    const reply = await target.send({ ...sent, fields: { ...sent.fields, last_event_id, dont_block } });
    if (reply && reply.body.result !== "success") return reply;
    const more = (reply?.body.events ?? []) as Event[];
    events.push(...more);
    if (more.length > 0) last_event_id = more.at(-1)!.id;
    for (const event of more) {
      const at = waiting.findIndex((one) => mayBe(one, event, lens));
      if (at !== -1) waiting.splice(at, 1);
    }
    if (waiting.length > 0 && reply) continue;
    return { status: 200, headers: {}, ...reply, body: { result: "success", msg: "", ...reply?.body, events } };
  }
}

async function answerOf(target: Target, op: Op, step: Step, sent: Outgoing, expected: Answered, lens: Lens): Promise<Reply | undefined> {
  if (op.action) return { headers: {}, ...(await act(target, sent)) };
  if (step.op === "events.get" && !lens.known && expected.body.result === "success") return gathered(target, sent, expected, lens);
  return target.send(sent);
}

const unanswered: Reply = { status: 0, headers: {}, body: { result: "no answer" } };

/** What the target answers to a step that the model has answered. */
export async function askTarget(target: Target, op: Op, step: Step, sent: Outgoing, expected: Answered, lens: Lens): Promise<Reply> {
  return (await answerOf(target, op, step, sent, expected, lens)) ?? unanswered;
}

/** The time that it is on the target, in milliseconds since 1970; that of this machine where nobody is told. */
export async function instantOf(target: Target, asked: readonly string[]): Promise<number> {
  const as = asked[0] ?? null;
  const reply = await target.send({ as, method: "GET", path: "/realm/presence", fields: {} });
  const seconds = reply?.body.server_timestamp;
  return typeof seconds === "number" ? Math.floor(seconds * 1000) : Date.now();
}
