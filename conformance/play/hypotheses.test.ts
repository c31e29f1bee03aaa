import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { altered } from "../check/altered.test.kit.ts";
import { type DecideLost, type LosingTarget, losing } from "../check/losing.test.kit.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import { Untestable } from "../expect.ts";
import { oracleFor } from "../model/oracle.ts";
import { pairsOf } from "../results/sentences.ts";
import { EmbeddedTarget, embedded } from "../targets/embedded.ts";
import { type Played, play } from "./play.ts";
import { type Step, scenarioOf } from "./scenario.ts";

const target = embedded();
const oracle = await oracleFor(target);

const topic = { ref: "fresh", of: "a topic of its own" };
const send = (content: string): Step => ({
  as: "alice",
  op: "messages.post",
  fields: { type: "channel", to: { ref: "channel name", of: "general" }, topic, content },
});
const narrow = [{ operator: "topic", operand: topic }];
const list: Step = { as: "bob", op: "messages.get", fields: { anchor: "newest", num_before: 10, num_after: 0, narrow } };
const last = { ref: "message", at: 0.99 };
const remove: Step = { as: "alice", op: "messages-id.delete", fields: { message_id: last } };
const register: Step = { as: "bob", op: "register.post", fields: { event_types: ["message"] } };
const queue = { ref: "queue", at: 0.99 };
const poll: Step = { as: "bob", op: "events.get", fields: { queue_id: queue, last_event_id: { ref: "event", at: 0.99 } } };
const drop: Step = { as: "bob", op: "events.delete", fields: { queue_id: queue } };

/** Loses the answers to the requests at some places of a run. */
const at =
  (fates: Readonly<Record<number, ReturnType<DecideLost>>>): DecideLost =>
  (_, count) =>
    fates[count];

const run = (on: LosingTarget, steps: readonly Step[], explains = false): Promise<Played> =>
  play(on, scenarioOf(steps), { oracle, suffix: "", choices: {} }, explains);
const routes = ({ asked }: LosingTarget): string[] => asked.map(({ method, path }) => `${method} ${path}`);
const fatesIn = ({ turns }: Played): unknown[] => turns.flatMap(({ lost }) => (lost ? [lost.fate] : []));

for (const fate of ["done", "never"] as const) {
  test(`a send without an answer agrees with what follows: ${fate}`, async () => {
    const played = await run(losing(target, at({ 2: fate })), [send("one"), send("two"), send("three"), list, list]);
    assert.equal(played.differences, []);
    assert.equal(fatesIn(played), [fate]);
    assert.is((played.turns.at(-1)!.actual.body.messages as unknown[]).length, fate === "done" ? 3 : 2);
  });
}

test("of several, each for itself was carried out or not", async () => {
  const on = losing(target, at({ 1: "never", 2: "done", 4: "done", 5: "never" }));
  const played = await run(on, [send("one"), send("two"), send("three"), send("four"), send("five"), list]);
  assert.equal(played.differences, []);
  assert.equal(fatesIn(played), ["never", "done", "done", "never"]);
});

test("one that is carried out later than others that were sent after it agrees too", async () => {
  const played = await run(losing(target, at({ 1: 3 })), [send("one"), list, send("two"), list, list]);
  assert.equal(played.differences, []);
  assert.equal(fatesIn(played), [3]);
});

test("what it may have made is not referred to before an answer has shown it", async () => {
  const on = losing(target, at({ 2: "done" }));
  const { differences, turns } = await run(on, [send("one"), send("two"), remove, list, remove, list]);
  assert.equal(differences, []);
  assert.equal(routes(on).slice(2, 5), [
    "GET /messages",
    `DELETE /messages/${on.asked.length > 0 ? idOfLast(turns[2]!.actual) : ""}`,
    "GET /messages",
  ]);
  assert.is((turns.at(-1)!.actual.body.messages as unknown[]).length, 1);
});

const idOfLast = ({ body }: Reply): unknown => (body.messages as { readonly id: number }[]).at(-1)!.id;

test("what it did not make is not referred to at all", async () => {
  const on = losing(target, at({ 2: "never" }));
  const { differences } = await run(on, [send("one"), send("two"), remove, list, remove]);
  assert.equal(differences, []);
  assert.equal(routes(on), ["POST /messages", "POST /messages", "GET /messages"]);
});

/** A server that shows messages otherwise. */
const showing =
  (change: (messages: Record<string, unknown>[]) => unknown[]) =>
  (reply: Reply, { path }: Outgoing): Reply =>
    path === "/messages" && Array.isArray(reply.body.messages)
      ? { status: 200, headers: {}, body: { ...reply.body, messages: change(reply.body.messages) } }
      : reply;

for (const [what, change] of Object.entries({
  "done otherwise": (all: Record<string, unknown>[]) => all.map((one, i) => (i === 1 ? { ...one, content: "<p>another</p>" } : one)),
  "done twice": (all: Record<string, unknown>[]) => [...all, { ...all.at(-1), id: 99_999 }],
})) {
  test(`a request that is ${what} is neither done nor left undone: it differs`, async () => {
    const on = altered(losing(target, at({ 2: "done" })), showing(change));
    const played = await run(Object.assign(on, { model: target.model, asked: [] }), [send("one"), send("two"), list, list]);
    assert.is(played.turns.length, 4);
    assert.equal([...played.found.keys()][0], 2);
  });
}

test("reads without an answer change nothing, and a poll is sent again until its events come", async () => {
  const on = losing(target, ({ path, method }, count) =>
    method === "GET" && (count % 2 === 1 || path === "/messages") ? "done" : undefined,
  );
  const played = await run(on, [register, send("one"), poll, list, send("two"), poll]);
  assert.equal(played.differences, []);
  assert.equal(routes(on), [
    "POST /register",
    "POST /messages",
    ...["GET /events", "GET /events", "GET /messages"],
    "POST /messages",
    ...["GET /events", "GET /events"],
  ]);
  const events = played.turns.filter(({ step }) => step === poll).map(({ actual }) => (actual.body.events as unknown[]).length);
  assert.equal(events, [1, 1]);
});

test("a queue whose registration got no answer is left alone", async () => {
  const on = losing(target, at({ 1: "done" }));
  assert.equal((await run(on, [register, send("one"), poll, drop])).differences, []);
  assert.equal(routes(on), ["POST /register", "POST /messages"]);
});

for (const fate of ["done", "never"] as const) {
  test(`whether a queue is deleted shows when it is polled: ${fate}`, async () => {
    const played = await run(losing(target, at({ 2: fate })), [register, drop, poll]);
    assert.equal(played.differences, []);
    assert.equal(fatesIn(played), [fate]);
    assert.is(played.turns.at(-1)!.actual.body.result, fate === "done" ? "error" : "success");
  });
}

test("silent points are still decided otherwise where that explains an answer", async () => {
  const choosing = new EmbeddedTarget(createSimulator({ rulings: { longTopic: "refuse" } }), target.model);
  const long: Step = { ...send("long"), fields: { ...send("long").fields, topic: { ref: "long", of: "max_topic_length", plus: 1 } } };
  const steps = [send("one"), send("two"), long, list];
  for (const fate of ["done", "never"] as const) {
    const lossy = () => losing(choosing, at({ 1: fate }));
    const played = await run(lossy(), steps, true);
    assert.equal([played.differences, played.settings.choices, fatesIn(played)], [[], { longTopic: "refuse" }, [fate]]);
    assert.ok((await run(lossy(), steps)).differences.length > 0);
  }
});

test("two points that bear on one answer are decided otherwise together", async () => {
  const rulings = { countsWithAnchor: "observed", foundEnds: "observed" } as const;
  const choosing = losing(new EmbeddedTarget(createSimulator({ rulings }), target.model), at({}));
  const played = await run(choosing, [send("one"), { as: "alice", op: "messages.get", fields: { anchor: "newest" } }, list], true);
  assert.equal([played.differences, played.settings.choices], [[], rulings]);
  assert.equal([...played.explained.keys()], [1], "the run knows which answer they explain");
});

test("what no choice explains is looked into once, and the same in later answers not again", async () => {
  const wrong = altered(target, (reply) =>
    Array.isArray(reply.body.messages) ? { ...reply, body: { ...reply.body, found_anchor: null }, text: undefined as never } : reply,
  );
  let models = 0;
  const counted: typeof oracle = {
    ...oracle,
    others: (choices) => {
      models++;
      return oracle.others(choices);
    },
  };
  const looks = async (steps: readonly Step[]): Promise<number> => {
    models = 0;
    const { found } = await play(wrong, scenarioOf(steps), { oracle: counted, suffix: "", choices: {} }, true);
    assert.is(found.size, steps.length - 1);
    return models;
  };
  const once = await looks([send("one"), list]);
  assert.ok(once > 0);
  assert.is(await looks([send("one"), list, list, list]), once);
});

test("three points that bear on one answer are decided as running servers do, and no other", async () => {
  const choosing = losing(new EmbeddedTarget(createSimulator({ rulings: "observed" }), target.model), at({}));
  const fields = { anchor: "newest", use_first_unread_anchor: true, include_anchor: false };
  const played = await run(choosing, [send("one"), { as: "alice", op: "messages.get", fields }, list], true);
  const chosen = { countsWithAnchor: "observed", firstUnreadWithAnchor: "observed", excludedAnchorAlone: "observed" };
  assert.equal([played.differences, played.settings.choices], [[], chosen]);
});

test("a scenario is untestable where too many answers are lost to tell what was carried out", async () => {
  const on = losing(target, ({ method }) => (method === "POST" ? "done" : undefined));
  const thrown = await run(
    on,
    Array.from({ length: 9 }, (_, i) => send(`number ${i}`)),
  ).catch((problem: unknown) => problem);
  assert.instance(thrown, Untestable);
  assert.is((thrown as Error).message, "too many requests got no answer to tell which of them were carried out");
});

test("a report says which step got no answer", async () => {
  const { turns } = await run(losing(target, at({ 2: "done" })), [send("one"), send("two"), list]);
  assert.equal(
    pairsOf(turns).map(({ told, actual }) => [/\(no answer came\)$/.test(told), actual.status]),
    [
      [false, 200],
      [true, 0],
      [false, 200],
    ],
  );
});

test.run();
