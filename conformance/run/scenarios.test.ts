import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type RulingChoices, type Simulator, type WireRequest } from "../../sim/index.ts";
import { idOf } from "../causes/signature.ts";
import type { Reply, Target } from "../client/target.ts";
import { byDay } from "../night.test.kit.ts";
import type { Scenario } from "../play/scenario.ts";
import { readCounterexample } from "../report/saved.ts";
import { ChoicesSeen } from "../results/choices.ts";
import type { ScenarioResult, Verdict } from "../results/report.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";
import { replay } from "./replay.ts";
import { runScenarios, type ScenarioOptions } from "./scenarios.ts";

const options: ScenarioOptions = {
  seed: 1,
  runs: 20,
  steps: 30,
  shrink: true,
  strict: false,
  shard: { index: 1, count: 1 },
  goesOn: () => true,
};

async function results(target: Target, more: Partial<ScenarioOptions> = {}): Promise<ScenarioResult[]> {
  const all: ScenarioResult[] = [];
  await runScenarios(target, { ...options, ...more }, (result) => all.push(result));
  return all;
}

/** The first scenario with a verdict, of as many as it takes. */
async function firstWith(wanted: Verdict, target: Target, more: Partial<ScenarioOptions> = {}): Promise<ScenarioResult> {
  let found: ScenarioResult | undefined;
  const told = (result: ScenarioResult): void => {
    if (result.verdict === wanted) found ??= result;
  };
  await runScenarios(target, { ...options, ...more, runs: 500, goesOn: () => !found }, told);
  assert.ok(found);
  return found;
}

type Modelled = Target & Pick<EmbeddedTarget, "model">;

const models = new Map<string, Simulator>();

/** Returns a model of the small realm under some rulings, which is loaded once. */
function model(rulings: Partial<RulingChoices>): Simulator {
  const key = JSON.stringify(rulings);
  const loaded = models.get(key) ?? createSimulator({ rulings });
  models.set(key, loaded);
  return loaded.fork();
}

const sound = (): EmbeddedTarget => new EmbeddedTarget(createSimulator(), model);

/** The embedded target with its replies changed on the way. */
function changed(inner: Modelled, change: (reply: Reply, path: string) => Reply): Modelled {
  const { kind, url, level, brand, cast, channels, namespace, steering, model } = inner;
  return {
    ...{ kind, url, level, brand, cast, channels, namespace, steering, model },
    send: async (request) => {
      const reply = await inner.send(request);
      return reply && change(reply, `${request.method} ${request.path}`);
    },
    isolated: () => changed(inner.isolated() as Modelled, change),
    close: async () => {},
  };
}

test("the simulator agrees with itself, whatever the seed", async () => {
  for (const seed of byDay([1], [1, 2, 3])) {
    const all = await results(sound(), { seed });
    assert.equal(
      all.map(({ address, verdict }) => [address, verdict]),
      all.map((_, i) => [`scenario/${i}`, "agrees"]),
    );
  }
});

test("results count the exchanges that were compared and those that agree", async () => {
  const isBroken = (route: string): boolean => route === "GET /realm/linkifiers" || route === "GET /realm/presence";
  const broken = changed(sound(), (reply, route) => (isBroken(route) ? { ...reply, text: "", body: {} } : reply));
  const all = await results(broken, { runs: byDay(8, 40), shrink: false });
  const differing = all.filter(({ verdict }) => verdict === "differs");
  assert.ok(differing.length > 0 && differing.length < all.length);
  for (const { exchanges, exchangesAgree } of all.filter(({ verdict }) => verdict !== "differs")) assert.is(exchangesAgree, exchanges);
  for (const { exchanges, exchangesAgree } of differing) assert.ok(exchangesAgree! < exchanges!);
});

test("how HTML is written accuses nobody, unless it is compared to the letter", async () => {
  const styled = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll("<p>", '<p class="styled">');
    if (Array.isArray(value)) return value.map(styled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, styled(inner)]));
  };
  const target = () => changed(sound(), (reply) => ({ ...reply, text: "", body: styled(reply.body) as Reply["body"] }));
  const verdicts = async (html?: "exact") => {
    const all = await results(target(), {
      runs: html ? byDay(1, 2) : byDay(2, 8),
      steps: byDay(15, 30),
      shrink: false,
      ...(html && { html }),
    });
    return new Set(all.map(({ verdict }) => verdict));
  };
  assert.equal([...(await verdicts())], ["agrees"]);
  assert.ok((await verdicts("exact")).has("differs"));
});

test("a difference in a read hides none that comes later: each cause is shown by a scenario of its own, once", async () => {
  const broken = changed(sound(), (reply, route) => {
    if (reply.status !== 200) return reply;
    if (route === "GET /messages") return { ...reply, text: "", body: { ...reply.body, found_anchor: "none" } };
    return "raw_content" in reply.body ? { ...reply, text: "", body: { ...reply.body, raw_content: 7 } } : reply;
  });
  const all = await results(broken, { runs: byDay(4, 120), causes: new Set() });
  const differing = all.filter(({ verdict }) => verdict === "differs");
  const shown = differing.flatMap((result) => [result, ...(result.others ?? [])]);
  assert.ok(
    differing.some(({ others }) => others?.length === 1),
    "no scenario shows both",
  );
  assert.ok(shown.every(({ causes, reason }) => causes!.length === 1 && reason!.includes(causes![0]!.path)));
  assert.is(new Set(shown.flatMap(({ causes }) => causes!.map(idOf))).size, 2);
  assert.is(shown.filter(({ replays }) => replays! > 0).length, 2);
});

test("equal seeds give equal results, and shards together the whole", async () => {
  const broken = () =>
    changed(sound(), (reply, route) =>
      route === "GET /messages" && reply.status === 200 ? { ...reply, text: "", body: { ...reply.body, found_anchor: "none" } } : reply,
    );
  const runs = byDay(2, 60);
  const whole = await results(broken(), { runs });
  assert.ok(whole.some(({ verdict }) => verdict === "differs"));
  const parts = [
    await results(broken(), { runs, shard: { index: 1, count: 2 } }),
    await results(broken(), { runs, shard: { index: 2, count: 2 } }),
  ].flat();
  const index = ({ address }: ScenarioResult) => Number(address.split("/")[1]);
  assert.equal(
    parts.sort((a, b) => index(a) - index(b)),
    whole,
  );
});

test("a choice on a silent point is recorded and no failure, unless the run is strict; one that is stated differs unless it is accepted", async () => {
  const choosing = () => new EmbeddedTarget(createSimulator({ rulings: { longTopic: "refuse", localEchoPair: "observed" } }), model);
  const stated = await results(choosing(), { runs: byDay(30, 60) });
  const found = stated.filter(({ verdict }) => verdict === "differs");
  assert.ok(found.length > 0);
  for (const { causes } of found) assert.equal(causes?.map(idOf), ["localEchoPair"]);
  const choices = new ChoicesSeen();
  const all = await results(choosing(), { choices, runs: byDay(30, 60), accepts: ["localEchoPair"] });
  assert.is(all.filter(({ verdict }) => verdict === "differs").length, 0);
  assert.equal(
    choices.by(({ choice }) => choice),
    { longTopic: "refuse", localEchoPair: "observed" },
  );
  await firstWith("differs", choosing(), { strict: true, shrink: false });
});

test("a point that is decided in two ways shows both requests whose answers decide, and how each does", async () => {
  const choosing = () => new EmbeddedTarget(createSimulator({ rulings: { longTopic: "refuse" } }), model);
  const choices = new ChoicesSeen();
  const typing = { as: "bob", method: "POST", path: "/typing", fields: { topic: "long" }, status: 200, body: { result: "success" } };
  choices.note("longTopic", { choice: "truncate", address: "made/first", seen: typing });
  const all = await results(choosing(), { choices, runs: byDay(30, 60), shrink: false });
  const [torn] = all.filter(({ verdict }) => verdict === "differs");
  const [first, other, ...more] = torn!.pairs!;
  assert.equal([first!.told, first!.actual], ["longTopic is truncate in made/first", typing]);
  assert.is(other!.told, `longTopic is refuse in ${torn!.address}`);
  const { fields, body } = other!.actual;
  assert.ok(String(fields.topic ?? fields.subject).length > 60 && body.result === "error", JSON.stringify(other));
  assert.equal(more, []);
  const words = `made/first (bob POST /typing -> 200), and refuse in ${torn!.address} (`;
  assert.ok(torn!.reason!.startsWith(`longTopic is decided in two ways: truncate in ${words}`), torn!.reason);
});

test("a stated point that is decided otherwise ends with the answer that decides it", async () => {
  const choosing = () => new EmbeddedTarget(createSimulator({ rulings: { localEchoPair: "observed" } }), model);
  const found = (await results(choosing(), { runs: byDay(30, 60) })).filter(({ verdict }) => verdict === "differs");
  assert.ok(found.length > 0);
  for (const { pairs, places } of found) {
    const { fields, status } = pairs!.at(-1)!.actual;
    assert.equal([status, Number("queue_id" in fields) + Number("local_id" in fields)], [200, 1]);
    assert.ok(places!.some(({ path, expected, actual }) => path === "result" && expected === "error" && actual === "success"));
  }
});

test("where the target is held to a choice, no difference is explained by another one", async () => {
  const choosing = () => new EmbeddedTarget(createSimulator({ rulings: { longTopic: "refuse" } }), model);
  const held = await results(choosing(), { runs: byDay(30, 60), shrink: false, rulings: { longTopic: "refuse" } });
  assert.equal([...new Set(held.map(({ verdict }) => verdict))], ["agrees"]);
  await firstWith("differs", choosing(), { shrink: false, rulings: { longTopic: "truncate" } });
  await firstWith("silent", choosing(), { shrink: false });
});

/** A simulator that forgets to mark the queue that asked for its own message back. */
const withoutEcho = (): Modelled =>
  changed(sound(), (reply, route) => {
    if (route !== "GET /events") return reply;
    const { status, headers, text = "" } = reply;
    const cut = text.replace(/,"local_message_id":"[^"]*"/g, "");
    return { status, headers, text: cut, body: JSON.parse(cut) };
  });

let lost: Promise<ScenarioResult> | undefined;

/** The first scenario that shows the missing mark, which is searched for once. */
const firstWithoutEcho = (): Promise<ScenarioResult> => (lost ??= firstWith("differs", withoutEcho()));

test("a fault is found, made as short as it can be, and told in sentences without credentials", async () => {
  const found = await firstWithoutEcho();
  assert.ok(found.scenario!.steps.length <= 4, JSON.stringify(found.scenario));
  assert.ok(found.replays! <= 30);
  assert.match(found.reason!, /^events\[\d\]\.local_message_id: expected ".*", got nothing$/m);
  assert.match(found.pairs!.at(-1)!.told, /^\w+ polls the 1st queue after the last event read$/);
  assert.not.match(JSON.stringify(found), /-password|"api_key":"[^(]/);
});

test("a saved scenario shows the same again, and agrees on a server without the fault", async () => {
  const found = await firstWithoutEcho();
  const saved = readCounterexample(JSON.parse(JSON.stringify(found.scenario))) as Scenario;
  assert.is((await replay(withoutEcho(), saved)).reason, found.reason);
  const agreed = await replay(sound(), saved);
  assert.equal([agreed.reason, agreed.pairs.length], [undefined, saved.steps.length]);
});

test("a difference that does not repeat is unsteady, with both runs, and is no cause", async () => {
  let left = 1;
  const once = changed(sound(), (reply, route) =>
    route === "GET /realm/linkifiers" && reply.status === 200 && left-- === 1
      ? { ...reply, text: "", body: { ...reply.body, linkifiers: [] } }
      : reply,
  );
  const { reason, again, causes, replays, scenario } = await firstWith("unsteady", once);
  assert.match(reason!, /^linkifiers: expected /);
  assert.equal([again, causes, replays], ["it agreed", undefined, 2]);
  assert.ok(scenario!.steps.length > 0);
});

test("of two differences in a scenario, one that does not repeat is no cause", async () => {
  let left = 1;
  const both = changed(withoutEcho(), (reply, route) =>
    route === "GET /realm/linkifiers" && reply.status === 200 && left-- === 1
      ? { ...reply, text: "", body: { ...reply.body, linkifiers: [] } }
      : reply,
  );
  const all = await results(both, { seed: 2, runs: byDay(25, 100), shrink: false });
  const paths = all.flatMap(({ causes = [] }) => causes.map(({ path }) => path));
  assert.ok(left < 1);
  assert.equal([...new Set(paths)], ["events[message].local_message_id"]);
});

test("a mutant that stands in front of the simulator is compared with an unbroken one", async () => {
  const deaf = (sim: Simulator): ConstructorParameters<typeof EmbeddedTarget>[0] => ({
    exchange: (request: WireRequest) =>
      sim.exchange(request.path === "/api/v1/typing" ? { ...request, path: "/api/v1/server_settings", method: "GET" } : request),
    act: (action: Readonly<Record<string, unknown>>) => sim.act(action),
    advance: (by) => sim.advance(by),
    fork: () => deaf(sim.fork()),
    cast: sim.cast,
    channels: sim.channels,
    server: sim.server,
  });
  const { clauses } = await firstWith("differs", new EmbeddedTarget(deaf(createSimulator())));
  assert.ok(
    clauses.some((id) => id.startsWith("typing.post")),
    clauses.join(", "),
  );
});

test.after(() => models.clear());

test.run();
