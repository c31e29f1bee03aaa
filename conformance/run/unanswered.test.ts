import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type DecideLost, losing } from "../check/losing.test.kit.ts";
import type { Session } from "../client/session.ts";
import { NoAnswer, SilentRoute } from "../client/thrown.ts";
import { property } from "../declare/property.ts";
import { ChoicesSeen } from "../results/choices.ts";
import type { PropertyResult, ScenarioResult } from "../results/report.ts";
import { embedded } from "../targets/embedded.ts";
import { runProperty } from "./properties.ts";
import type { PropertyOptions } from "./property-run.ts";
import { replay } from "./replay.ts";
import { runScenarios } from "./scenarios.ts";

const target = embedded();

/** Runs a property, once or on drawn values, against a server that loses answers. */
async function ran(lose: DecideLost, holds: (session: Session, n: number) => Promise<void>, more: Partial<PropertyOptions> = {}) {
  const on = losing(target, lose);
  const made = property<{ n: number }>({ clause: "errors/body", given: { n: fc.nat(1000) }, holds: (session, { n }) => holds(session, n) });
  const result = await runProperty("made/up", made, on, { seed: 4, tries: 1, ...more });
  return { result, asked: on.asked };
}

const outcome = ({ verdict, reason }: PropertyResult): unknown[] => [verdict, reason];

/** Creates a folder, then looks at the linkifiers. */
async function creates(session: Session): Promise<void> {
  const { as, expect } = session;
  expect.succeeded(await as.dana.send("POST /channel_folders/create", { name: session.fresh("folder"), description: "" }));
  expect.succeeded(await as.alice.send("GET /realm/linkifiers"));
}

test("a run in which an answer is lost is run again from its beginning, with names of its own", async () => {
  const { result, asked } = await ran((_, count) => (count === 2 ? "done" : undefined), creates);
  assert.equal([...outcome(result), result.runs], ["agrees", undefined, 1]);
  const names = asked.filter(({ method }) => method === "POST").map(({ fields }) => fields.name);
  assert.is(names.length, 2);
  assert.is.not(names[0], names[1]);
});

test("where answers are lost at other places each time, a run is untestable after three", async () => {
  let losses = 0;
  const alternately: DecideLost = ({ path }) => {
    const isLost = path === (losses % 2 === 0 ? "/channel_folders/create" : "/realm/linkifiers");
    if (isLost) losses++;
    return isLost ? "done" : undefined;
  };
  const { result, asked } = await ran(alternately, creates);
  const last = "POST /channel_folders/create got no answer in time";
  assert.equal(outcome(result), ["untestable", `an answer was lost in each of 3 runs, in the last one: ${last}`]);
  assert.is(asked.filter(({ path }) => path === "/channel_folders/create").length, 3);
});

const neverListed: DecideLost = ({ path }) => (path === "/realm/linkifiers" ? "done" : undefined);

test("a server that answers one request never, and others, differs: it is asked five times, and for no plainer value", async () => {
  const { result, asked } = await ran(neverListed, creates, { tries: 5 });
  assert.equal(outcome(result), ["differs", "GET /realm/linkifiers got no answer in time in any of 5 runs, while others were answered"]);
  assert.equal(
    [result.runs, result.again, result.seen!.map(({ path }) => path)],
    [1, undefined, ["/channel_folders/create", "/realm/linkifiers"]],
  );
  assert.equal(result.seen!.at(-1)!.body, { result: "no answer" });
  assert.equal(result.causes, [{ at: "GET /realm/linkifiers", path: "answer", expected: "an answer", actual: "no answer in time" }]);
  assert.is(asked.filter(({ path }) => path === "/realm/linkifiers").length, 5);
});

test("a request that fails each time is told with its failure, in properties, scenarios and when they are played again", async () => {
  const fails: DecideLost = ({ path }) => (path === "/realm/linkifiers" ? "failed" : undefined);
  const { result } = await ran(fails, creates);
  const told = /^GET \/realm\/linkifiers answers 500 .*"CRASH".* in each of 5 runs, while others were answered$/;
  assert.match(result.reason ?? "", told);
  assert.is(result.seen!.at(-1)!.status, 500);
  const cause = { at: "GET /realm/linkifiers", path: "status", expected: "4xx", actual: "5xx" };
  assert.equal(result.causes, [cause]);
  const steps = [{ as: "alice", op: "realm.linkifiers.get", fields: {} }];
  const { reason, pairs } = await replay(losing(target, fails), { format: "touchstone-scenario", version: 1, steps });
  assert.match(reason ?? "", told);
  assert.is(pairs.at(-1)!.actual.status, 500);
});

test("what is not asked since its route never answers waits for that, and what has lost an answer before shows it", async () => {
  const silent = new SilentRoute(new NoAnswer("GET", "/realm/linkifiers", " in time", true), 3);
  let lost = 0;
  const silentAfter =
    (losses: number): DecideLost =>
    ({ path }) => {
      if (path !== "/realm/linkifiers") return undefined;
      if (lost++ < losses) return "done";
      throw silent;
    };
  const waits = await ran(silentAfter(0), creates);
  assert.equal(outcome(waits.result), ["untestable", "GET /realm/linkifiers got no answer in time, 3 times"]);
  lost = 0;
  const shows = await ran(silentAfter(1), creates);
  const reason = "GET /realm/linkifiers got no answer in time, 3 times, while others were answered";
  assert.equal(outcome(shows.result), ["differs", reason]);
  assert.is(shows.result.seen!.at(-1)!.path, "/realm/linkifiers");
  assert.equal(waits.result.causes, shows.result.causes);
});

test("a server that answers nothing is not said to answer others", async () => {
  const { result } = await ran(() => "never", creates);
  assert.is(result.verdict, "untestable");
});

test("no run is repeated when the time is up", async () => {
  const { result, asked } = await ran(neverListed, creates, { hasTime: () => false });
  assert.equal(outcome(result), ["untestable", "GET /realm/linkifiers got no answer in time"]);
  assert.is(asked.filter(({ path }) => path === "/realm/linkifiers").length, 1);
});

test("what was chosen in a run in which an answer was lost counts for nothing", async () => {
  const choices = new ChoicesSeen();
  const chooses = async (session: Session): Promise<void> => {
    session.chooses("longTopic", "refuse");
    await creates(session);
  };
  await ran(neverListed, chooses, { choices });
  assert.equal(
    choices.by(({ choice }) => choice),
    {},
  );
});

async function scenarios(lose: DecideLost): Promise<ScenarioResult[]> {
  const all: ScenarioResult[] = [];
  const shard = { index: 1, count: 1 };
  const options = { seed: 2, runs: 12, steps: 30, shrink: false, strict: false, shard, goesOn: () => true };
  await runScenarios(losing(target, lose), options, (result) => all.push(result));
  return all;
}

test("scenarios agree whatever becomes of every eighth request", async () => {
  const fates = ["done", "never", 2] as const;
  const all = await scenarios((_, count) => (count % 8 === 0 ? fates[(count / 8) % 3] : undefined));
  assert.equal(
    all.map(({ verdict, reason }) => [verdict, reason]),
    all.map(() => ["agrees", undefined]),
  );
});

test("a scenario differs where a step is never answered, however often it is tried", async () => {
  const all = await scenarios(({ path, fields }) => (path === "/typing" && fields.op === "stop" ? "done" : undefined));
  const found = all.find(({ verdict }) => verdict === "differs")!;
  assert.is(found.reason, "POST /typing got no answer in time in any of 5 runs, while others were answered");
  assert.equal(found.causes, [{ at: "POST /typing", path: "answer", expected: "an answer", actual: "no answer in time" }]);
  assert.ok(found.clauses.length > 0 && found.clauses.length <= 3, found.clauses.join());
  assert.ok(
    found.clauses.every((id) => id.startsWith("typing.post/") || id.startsWith("events/") || id.startsWith("conventions/")),
    found.clauses.join(),
  );
  assert.match(found.pairs!.at(-1)!.told, / \(no answer came\)$/);
  assert.is(found.scenario!.steps.at(-1)!.op, "typing.post");
});

test.run();
