import { test } from "uvu";
import * as assert from "uvu/assert";
import type { TargetFacts } from "../draw/target-facts.ts";
import { oracleFor } from "../model/oracle.ts";
import { readCounterexample } from "../report/saved.ts";
import { embedded } from "../targets/embedded.ts";
import { concurrentOn, drawnTogether, scenariosOf, themesOn } from "./draw.ts";

const oracle = await oracleFor(embedded());
const indices = Array.from({ length: 40 }, (_, i) => i);

test("equal seeds draw equal scenarios, other seeds others", () => {
  const all = concurrentOn(oracle);
  const drawn = (seed: number) => indices.map((i) => JSON.stringify(drawnTogether(all, seed, i)));
  assert.equal(drawn(3), drawn(3));
  const other = drawn(4);
  assert.ok(drawn(3).filter((each, i) => each === other[i]).length < 3);
});

test("two or three actors have one to four steps each, and every scenario can be saved and read", () => {
  const all = concurrentOn(oracle);
  for (const i of indices) {
    const scenario = drawnTogether(all, 7, i);
    assert.ok([2, 3].includes(scenario.actors.length));
    for (const list of scenario.actors) assert.ok(list.length >= 1 && list.length <= 4);
    const text = JSON.stringify(scenario);
    assert.is(JSON.stringify(readCounterexample(JSON.parse(text))), text);
  }
});

test("of as few runs as a server gets by default, nearly all race with messages and with groups", () => {
  const all = concurrentOn(oracle);
  const opsOf = (seed: number): string[] =>
    indices.slice(0, 5).flatMap((i) =>
      drawnTogether(all, seed, i)
        .actors.flat()
        .map(({ op }) => op),
    );
  const seeds = Array.from({ length: 40 }, (_, i) => opsOf(i));
  const racing = seeds.filter((ops) => ops.includes("messages.post") && ops.includes("user_groups-id.members.post"));
  assert.ok(racing.length >= 38, `${racing.length} of 40`);
});

test("one account alone races with itself, also without a channel", () => {
  const facts: TargetFacts = { ...oracle.facts, active: ["alice"], administrators: [], channels: [], profileFields: {} };
  const all = themesOn(facts).map(scenariosOf);
  for (const i of indices) {
    const { actors } = drawnTogether(all, 1, i);
    assert.ok(actors.length >= 2 && actors.flat().every(({ as }) => as === "alice"));
  }
});

test.run();
