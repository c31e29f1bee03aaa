import { itemAt, objectsIn } from "../client/json.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { CannotTest, unanswered, untilAnswered } from "../client/thrown.ts";
import { awaited, type ComparedEvent, mayBe } from "../compare/events.ts";
import { type ComparedAnswer, registrationFor, withId } from "../compare/matched-ids.ts";
import type { Lens } from "../compare/values.ts";
import type { Op } from "../declare/step.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import type { Expected } from "./ask-model.ts";
import { actionOf, done, refusedAction, type Step } from "./scenario.ts";

async function act(target: Target, sent: Outgoing): Promise<ComparedAnswer> {
  const { steering } = target;
  if (!steering) throw new Untestable("the target has no control API");
  try {
    if (sent.fields.action !== "advance") return done(await steering.act(actionOf(sent)));
    await steering.advance(Number(sent.fields.ms));
    return done();
  } catch (thrown) {
    if (thrown instanceof NoAnswer || thrown instanceof CannotTest) throw thrown;
    return refusedAction;
  }
}

/** The model's answer to a step, and how it is compared: once for each account of what was carried out before. */
export interface Expectation {
  readonly expected: Expected;
  readonly lens: Lens;
}

/** Takes out of each list of events that are waited for the first that an event can be. */
function strike(waiting: readonly ComparedEvent[][], event: ComparedEvent, worlds: readonly Expectation[]): void {
  for (const [i, list] of waiting.entries()) {
    const at = list.findIndex((one) => mayBe(one, event, itemAt(worlds, i).lens));
    if (at !== -1) list.splice(at, 1);
  }
}

/** Sends a poll again where its answer is lost: the events are still there. @throws Untestable: none comes, and those before are acknowledged */
async function polled(target: Target, sent: Outgoing, isFirst: boolean): Promise<Reply | undefined> {
  try {
    return await untilAnswered(() => target.send(sent));
  } catch (thrown) {
    throw thrown instanceof NoAnswer && !isFirst ? new Untestable(thrown.message) : thrown;
  }
}

/** So many answers without any event, to polls that wait for one, are taken for the end. */
const mostEmpty = 3;

/** Polls a queue in which the model has events until the target has sent all of them, or nothing more comes. */
async function gathered(target: Target, sent: Outgoing, worlds: readonly Expectation[]): Promise<Reply> {
  const waiting = worlds.map(({ expected, lens }) => awaited(expected.body.events, lens));
  const events: ComparedEvent[] = [];
  let { last_event_id } = sent.fields;
  for (let empty = 0; ; ) {
    const dont_block = waiting.every(({ length }) => length === 0);
    const reply = await polled(target, { ...sent, fields: { ...sent.fields, last_event_id, dont_block } }, events.length === 0);
    if (reply && reply.body.result !== "success") return reply;
    const more = objectsIn(reply?.body.events) as readonly ComparedEvent[];
    events.push(...more);
    const newest = more.at(-1);
    if (newest) last_event_id = newest.id;
    else empty++;
    for (const event of more) strike(waiting, event, worlds);
    if (reply && empty < mostEmpty && waiting.some(({ length }) => length > 0)) continue;
    return { status: 200, headers: {}, ...reply, body: { result: "success", msg: "", ...reply?.body, events } };
  }
}

/** An answer with the id of what was made, which the target tells in a registration. */
async function lookedUp(target: Target, op: Op, sent: Outgoing, reply: Reply): Promise<Reply> {
  const wanted = registrationFor(op, sent, reply);
  return wanted ? withId(op, sent, reply, (await untilAnswered(() => target.send(wanted))) ?? unanswered) : reply;
}

/** Returns what the target answers to a step, of which several accounts expect something. @throws NoAnswer: none comes */
export async function askTarget(target: Target, op: Op, step: Step, sent: Outgoing, worlds: readonly Expectation[]): Promise<Reply> {
  if (op.action) return { headers: {}, ...(await act(target, sent)) };
  if (step.op !== "events.get") {
    const reply = (await target.send(sent)) ?? unanswered;
    return worlds.some(({ expected }) => expected.isLookedUp) ? lookedUp(target, op, sent, reply) : reply;
  }
  const isGathered = worlds.some(({ expected, lens }) => !lens.known && expected.body.result === "success");
  return isGathered ? gathered(target, sent, worlds) : ((await polled(target, sent, true)) ?? unanswered);
}
