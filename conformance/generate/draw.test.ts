import { test } from "uvu";
import * as assert from "uvu/assert";
import { symbolsIn } from "../draw/symbols.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import { playedOnModel } from "../play/play.ts";
import type { Scenario } from "../play/scenario.ts";
import { readCounterexample } from "../report/saved.ts";
import { embedded } from "../targets/embedded.ts";
import { drawn, scenariosOn } from "./draw.ts";

const indices = Array.from({ length: 24 }, (_, i) => i);
const scene = (oracle: Oracle) => ({ oracle, suffix: "", choices: {} });

/** The oracle of a target of which the model knows no history. */
const unknowing = (oracle: Oracle): Oracle => ({
  ...oracle,
  known: false,
  facts: { ...oracle.facts, known: false, steered: false, busy: [] },
});

const stepsOf = (all: readonly Scenario[]) => all.flatMap(({ steps }) => steps);

test("equal seeds and indices draw equal scenarios, whatever else was drawn and on whichever target like it", async () => {
  const [one, other] = [scenariosOn(await oracleFor(embedded()), 30), scenariosOn(await oracleFor(embedded()), 30)];
  const forwards = indices.map((i) => drawn(one, 5, i));
  const backwards = indices.toReversed().map((i) => drawn(other, 5, i));
  assert.equal(backwards.toReversed(), forwards);
  assert.is(new Set(forwards.map((scenario) => JSON.stringify(scenario))).size, forwards.length);
});

test("scenarios have as many steps as are asked for at most, and half as many at least", async () => {
  const oracle = await oracleFor(embedded());
  for (const most of [1, 2, 7, 30]) {
    const lengths = indices.map((i) => drawn(scenariosOn(oracle, most), 1, i).steps.length);
    assert.is(Math.max(...lengths), most);
    assert.ok(Math.min(...lengths) >= most / 2);
  }
});

test("a group is reached also where the answer to its creation does not have its id", async () => {
  const oracle = await oracleFor(embedded({ level: 247 }));
  const scenarios = scenariosOn(oracle, 30);
  const turns = indices.flatMap((i) => playedOnModel({ ...drawn(scenarios, 4, i) }, scene(oracle)));
  const changes = turns.filter(({ step, expected }) => step.op === "user_groups-id.members.post" && expected.body.result === "success");
  assert.ok(changes.length > 5, `${changes.length} changes of members`);
});

test("a scenario is a file that can be read again, with a symbol for a long text", async () => {
  const oracle = await oracleFor(embedded({ realm: "crowded" }));
  const all = indices.map((i) => drawn(scenariosOn(oracle, 30), 2, i));
  for (const scenario of all) assert.equal(readCounterexample(JSON.parse(JSON.stringify(scenario))), scenario);
  assert.ok(Math.max(...all.map((scenario) => JSON.stringify(scenario, undefined, 2).length)) < 40_000);
  assert.ok(stepsOf(all).some(({ fields }) => symbolsIn(fields).some(({ ref }) => ref === "long")));
});

test("where the model does not know the history, messages go to topics that are new, and nothing is steered", async () => {
  const oracle = unknowing(await oracleFor(embedded()));
  const all = stepsOf(indices.map((i) => drawn(scenariosOn(oracle, 30), 4, i)));
  const sent = all.filter(({ op, fields: { type } }) => op === "messages.post" && (type === "channel" || type === "stream"));
  const topics = sent.map(({ fields: { topic, subject } }) => topic ?? subject).filter((topic) => topic !== undefined);
  assert.ok(topics.length > 30);
  assert.equal(
    topics.filter((topic) => !symbolsIn(topic).some(({ ref }) => ref === "fresh")),
    [],
  );
  const steered = new Set(["actions", "devices", "calls.vc.create.post", "fetch_api_key.post"]);
  assert.equal(
    all.filter(({ op }) => steered.has(op)),
    [],
  );
});

test("whoever is alone on a target has scenarios too", async () => {
  const oracle = await oracleFor(embedded());
  const alone: Oracle = { ...oracle, facts: { ...oracle.facts, cast: ["alice"], active: ["alice"], owners: [], administrators: [] } };
  const people = new Set(stepsOf(indices.map((i) => drawn(scenariosOn(alone, 12), 6, i))).map(({ as }) => as));
  assert.equal([...people].sort(), ["alice", "nobody"]);
});

test.run();
