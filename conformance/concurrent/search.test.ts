import { test } from "uvu";
import * as assert from "uvu/assert";
import { steps } from "../catalogue/catalogue.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import { oracleFor } from "../model/oracle.ts";
import { requestOf, type Step } from "../play/scenario.ts";
import { Sides } from "../play/sides.ts";
import { embedded } from "../targets/embedded.ts";
import { fetches, sends, stepBy } from "./pieces.ts";
import { type ConcurrentAnswers, OrderSearch, type Timed } from "./search.ts";

const oracle = await oracleFor(embedded());
const start = (): Sides => new Sides({ oracle, suffix: "", choices: {} });

/** Asks the model for a step. */
function ask(run: Sides, step: Step, side = run.ours): { readonly sent: Outgoing; readonly actual: Reply } {
  const op = steps.get(step.op)!;
  const sent = requestOf(op, step, side);
  const { status, body } = run.ask(op, sent);
  return { sent, actual: { headers: {}, status, body } };
}

/** Returns the unbroken simulator's answers to steps in some order, each under the step. */
function answersIn(order: readonly Step[]): Map<Step, Reply> {
  const run = start();
  const { ours } = run.fork();
  return new Map(order.map((step) => [step, ask(run, step, ours).actual]));
}

/** A recording of steps that were all under way from one instant to another, by actors. */
function recorded(
  actors: readonly (readonly Step[])[],
  answers: ReadonlyMap<Step, Reply>,
  spans: ReadonlyMap<Step, [number, number]>,
): ConcurrentAnswers {
  const { ours } = start();
  const timed = (step: Step): Timed => {
    const [sentAt, answeredAt] = spans.get(step) ?? [1, 9];
    return { step, sent: requestOf(steps.get(step.op)!, step, ours), actual: answers.get(step)!, sentAt, answeredAt };
  };
  return { beginning: [], actors: actors.map((list) => list.map(timed)), ending: [] };
}

const lunch = sends("alice", "general", "soup");
const reply = sends("bob", "general", "bread");
const look = fetches("cara", "general");

const found = (recording: ConcurrentAnswers): string[] | undefined =>
  new OrderSearch(start(), recording).find()?.order.map(({ step }) => `${step.as} ${step.op}`);

test("an order is found whatever order the steps were answered in", () => {
  for (const order of [
    [lunch, reply, look],
    [reply, look, lunch],
    [look, lunch, reply],
  ]) {
    const recording = recorded([[lunch], [reply], [look]], answersIn(order), new Map());
    assert.equal(
      found(recording),
      order.map(({ as, op }) => `${as} ${op}`),
    );
  }
});

test("the steps of one actor keep their order", () => {
  const recording = recorded([[look, lunch]], answersIn([lunch, look]), new Map());
  assert.is(found(recording), undefined);
});

test("what was answered before something else was sent precedes it", () => {
  const answers = answersIn([look, lunch]);
  const together = recorded([[lunch], [look]], answers, new Map());
  assert.ok(found(together));
  const apart = new Map<Step, [number, number]>([
    [lunch, [1, 2]],
    [look, [3, 4]],
  ]);
  const search = new OrderSearch(start(), recorded([[lunch], [look]], answers, apart));
  assert.is(search.find(), undefined);
  assert.is(search.depth, 1);
  assert.equal(
    search.misfits.map(({ before, turn, differences }) => [before.length, turn.step, differences[0]!.path]),
    [[1, look, "messages"]],
  );
});

test("two messages with one id, and ids that are not in the order of what was read, have no order", () => {
  const answers = answersIn([lunch, reply]);
  answers.set(reply, answers.get(lunch)!);
  assert.is(found(recorded([[lunch], [reply]], answers, new Map())), undefined);
});

test("the ending has to fit the order too", () => {
  const create = stepBy("alice", "user_groups.create.post", { name: "crew", description: "", members: [] });
  const group = { ref: "group", at: 0 };
  const [add, remove] = ["add", "delete"].map((what) =>
    stepBy("alice", "user_groups-id.members.post", { user_group_id: group, [what]: [{ ref: "user", of: "bob" }] }),
  ) as [Step, Step];
  const run = start();
  const made = ask(run, create);
  run.note(steps.get(create.op)!, create, made.actual, made.actual);
  const after = run.fork();
  const timed = (step: Step): Timed => ({ step, ...ask(run, step), sentAt: 1, answeredAt: 9 });
  const beginning = [{ step: create, asked: made.sent, sent: made.sent, expected: made.actual, actual: made.actual, counts: {} }];
  const actors = [[timed(add)], [timed(remove)]];
  const ending = [timed(stepBy("alice", "register.post", { event_types: [], fetch_event_types: ["realm_user_groups"] }))];
  assert.ok(new OrderSearch(after, { beginning, actors, ending }).find());
  const lost = ending.map(({ actual, ...rest }) => ({ ...rest, actual: withMembers(actual, [13]) }));
  const search = new OrderSearch(after, { beginning, actors, ending: lost });
  assert.is(search.find(), undefined);
  const groups = ending[0]!.actual.body.realm_user_groups as { readonly name: string }[];
  const [difference] = search.misfits[0]!.differences;
  assert.is(difference!.path, `realm_user_groups[${groups.findIndex(({ name }) => name === "crew")}].members`);
  assert.equal(difference!.actual, [13]);
});

/** The registration with other members of the group that was made last. */
function withMembers({ body, status, headers }: Reply, members: readonly number[]): Reply {
  const groups = body.realm_user_groups as readonly object[];
  return {
    status,
    headers,
    body: { ...body, realm_user_groups: groups.map((group, i) => (i === groups.length - 1 ? { ...group, members } : group)) },
  };
}

test.run();
