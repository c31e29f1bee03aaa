import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { altered } from "../check/altered.test.kit.ts";
import { byDay, nightly } from "../night.test.kit.ts";
import type { ConcurrentScenario } from "../play/scenario.ts";
import { readCounterexample } from "../report/saved.ts";
import type { ScenarioResult } from "../results/report.ts";
import { openTarget } from "../targets/probe.ts";
import {
  answersFromBefore,
  cutsAnswers,
  givesIdsTwice,
  losesEvents,
  losesUpdates,
  sound,
  takesNamesTwice,
} from "../targets/races.test.kit.ts";
import { type RacingConduct, racing } from "../targets/racing.test.kit.ts";
import { type ConcurrentOptions, replayTogether, runConcurrent } from "./run.ts";

const options = { strict: false, shrink: false, shard: { index: 1, count: 1 }, goesOn: () => true };

/** A served simulator, with a proxy before it that behaves in some way. */
async function served(conduct: RacingConduct, shuffle?: number) {
  const simulator = createSimulator({ now: Date.now() });
  const server = await listen(simulator, { clock: "real" });
  const proxy = await racing(simulator, server.url, { conduct, ...(shuffle !== undefined && { shuffle }) });
  return {
    met: proxy.met,
    /** Runs concurrent scenarios up to the first that differs. */
    async results(seed: number, runs: number, more: Partial<ConcurrentOptions> = {}) {
      const target = await openTarget({ url: proxy.url, patience: { poll: 500 } });
      const all: ScenarioResult[] = [];
      const goesOn = () => all.every(({ verdict }) => verdict !== "differs");
      await runConcurrent(target, { ...options, seed, runs, goesOn, ...more }, (result) => all.push(result));
      const found = all.find(({ verdict }) => verdict === "differs");
      await target.close();
      return { all, found };
    },
    /** Plays a scenario again as it comes from a file. */
    async replayed(scenario: ConcurrentScenario) {
      const target = await openTarget({ url: proxy.url, patience: { poll: 500 } });
      const replayed = await replayTogether(target, readCounterexample(JSON.parse(JSON.stringify(scenario))) as ConcurrentScenario);
      await target.close();
      return replayed;
    },
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}

const seeds = Array.from({ length: byDay(2, 20) }, (_, i) => i + 1);
const agreeing = (count: number) => Array.from({ length: count }, () => ["agrees", undefined]);

/** Somebody who sets the policy of one topic on two devices. */
const policiesTogether: ConcurrentScenario = (() => {
  const topic = { ref: "fresh", of: "lunch" };
  const stream_id = { ref: "channel", of: "general" };
  const sets = (visibility_policy: number) => ({ as: "dana", op: "user_topics.post", fields: { stream_id, topic, visibility_policy } });
  const poll = { queue_id: { ref: "queue", at: 0.5 }, last_event_id: { ref: "event", at: 0.5 } };
  const client_capabilities = { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true };
  return {
    format: "touchstone-concurrent",
    version: 1,
    beginning: [
      { as: "dana", op: "register.post", fields: { fetch_event_types: [], client_capabilities } },
      { as: "dana", op: "messages.post", fields: { type: "stream", to: stream_id, topic, content: "soup at noon" } },
    ],
    actors: [[sets(1), sets(2), sets(3)], [sets(2)]],
    ending: [{ as: "dana", op: "events.get", fields: poll }],
  };
})();

test("an order fits where the server's clock goes on by more than was waited", async () => {
  const simulator = createSimulator({ level: 372, brand: "zulip", rulings: "observed", now: Date.now() });
  const server = await listen(simulator, { control: false, clock: "real" });
  const target = await openTarget({ url: server.url, cast: simulator.cast, channels: { general: "general" }, patience: { poll: 500 } });
  let jumps = 0;
  const jumping = altered(target, (reply, { path }) => {
    if (path === "/user_topics" && ++jumps) simulator.advance({ ms: 20_000 });
    return reply;
  });
  const { reason } = await replayTogether(jumping, policiesTogether);
  await target.close();
  await server.close();
  assert.is(reason, undefined);
  assert.ok(jumps >= 40, `${jumps} jumps`);
});

test("on the served simulator an order fits, whatever the seed", async () => {
  const simulator = createSimulator({ now: Date.now() });
  const server = await listen(simulator, { clock: "real" });
  for (const seed of seeds) {
    const target = await openTarget({ url: server.url });
    const all: ScenarioResult[] = [];
    await runConcurrent(target, { ...options, seed, runs: 5 }, (result) => all.push(result));
    await target.close();
    assert.equal(
      all.map(({ verdict, reason }) => [verdict, reason]),
      agreeing(5),
    );
  }
  await server.close();
});

test("requests that overtake each other raise no alarm", async () => {
  const server = await served(sound, 1);
  for (const seed of seeds) {
    const { all } = await server.results(seed, 3);
    assert.equal(
      all.map(({ verdict, reason }) => [verdict, reason]),
      agreeing(3),
    );
  }
  await server.close();
  assert.ok(server.met() > byDay(24, 300), `${server.met()} requests were under way with others`);
});

test("where answers are lost, an order fits in which what got none was carried out or not", async () => {
  const server = await served(cutsAnswers());
  const verdicts: string[] = [];
  for (const seed of seeds) {
    const { all } = await server.results(seed, 3);
    assert.equal(
      all.filter(({ verdict }) => verdict === "differs").map(({ reason }) => reason),
      [],
    );
    verdicts.push(...all.map(({ verdict }) => verdict));
  }
  await server.close();
  assert.ok(verdicts.filter((verdict) => verdict === "agrees").length > byDay(4, 50), verdicts.join(", "));
});

/** Each mutant with the number of runs that find it whatever the seed, of what its difference is, and the clauses that it cites. */
const mutants: readonly (readonly [says: string, conduct: () => RacingConduct, runs: number, cites: RegExp])[] = [
  ["loses an update of a group", () => losesUpdates, 10, /^user-group\/|^user_groups-id\.members\.post\//],
  ["gives two messages one id", () => givesIdsTwice, 10, /^messages\.post\//],
  [
    "answers from before what it has confirmed",
    answersFromBefore,
    10,
    /^messages\.get\/|^message-resource\/|^messages-id\.delete\/gone$|^narrow\//,
  ],
  // Which event is lost depends on what is sent together.
  ["sends the event of one of two messages", losesEvents, 10, /^events\/|^typing\.post\/(start|stop)-told$/],
  ["takes one name twice", () => takesNamesTwice, 50, /^channel_folders\.|^folder\/|^user_groups\.create/],
];

for (const [i, [says, conduct, runs, cites]] of mutants.entries()) {
  const declared = i % 3 === 0 ? test : nightly;
  declared(`a server that ${says} is found, and found again from a file`, async () => {
    const server = await served(conduct());
    for (const seed of byDay([1], [1, 2, 3])) {
      const { found } = await server.results(seed, runs);
      assert.ok(found, `seed ${seed}`);
      assert.match(found.reason!, /^no order of what was sent at the same time gives these answers:\n/);
      assert.ok(
        found.clauses.some((id) => cites.test(id)),
        `${found.reason} ${found.clauses.join(", ")}`,
      );
      assert.is(found.again, undefined);
      if (seed === 1) assert.match((await server.replayed(found.concurrent!)).reason!, /^no order of what was sent at the same time/);
    }
    await server.close();
  });
}

test("a difference is made as short as it gets, in at most 30 replays, and told without credentials", async () => {
  const server = await served(losesUpdates);
  const { found } = await server.results(1, 10, { shrink: true });
  await server.close();
  const { beginning, actors, ending } = found!.concurrent!;
  assert.ok(found!.replays! <= 30);
  assert.equal([actors.length, actors.flat().length], [2, 2]);
  assert.ok(beginning.length <= 1 && ending.length <= 1, JSON.stringify({ beginning, ending }));
  assert.match(found!.reason!, /\n {2}\w+ changes .*the 1st group.*\n {2}\w+ changes .*the 1st group/);
  assert.match(found!.reason!, /\nif \w+ changes .*the 1st group.*\n {2}.*: expected .*, got /);
  assert.not.match(JSON.stringify(found), /-password|"api_key":"[^(]/);
});

test("a difference that does not show again is unsteady", async () => {
  let isDone = false;
  const once: RacingConduct = async (passing, forward, server) => {
    if (isDone) return forward();
    let own: unknown;
    const noted: typeof forward = async (form) => {
      const answer = await forward(form);
      own = answer.body.id;
      return answer;
    };
    const answer = await givesIdsTwice(passing, noted, server);
    isDone ||= answer.body.id !== own;
    return answer;
  };
  const server = await served(once);
  const { all } = await server.results(1, 10);
  await server.close();
  const found = all.find(({ verdict }) => verdict === "unsteady");
  assert.is(found!.again, "5 more runs did not give it");
});

test.run();
