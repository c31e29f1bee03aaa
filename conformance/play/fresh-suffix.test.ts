import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { replay } from "../run/replay.ts";
import { runScenarios } from "../run/scenarios.ts";
import { openTarget } from "../targets/probe.ts";
import { freshSuffix, scenarioOf } from "./scenario.ts";

test("no two suffixes of a target are equal, nor those of two targets", () => {
  const targets = [{ namespace: "a" }, { namespace: "b" }];
  const made = targets.flatMap((target) => Array.from({ length: 50 }, () => freshSuffix(target)));
  assert.is(new Set(made).size, 100);
});

test("two series of the same scenarios, and a replay, meet no name of each other on a shared server", async () => {
  const simulator = createSimulator({ now: Date.now() });
  const server = await listen(simulator, { clock: "real" });
  const target = await openTarget({ url: server.url });
  try {
    const step = {
      as: "alice",
      op: "user_groups.create.post",
      fields: { name: { ref: "fresh", of: "cooks" }, description: "", members: [] },
    };
    const made = scenarioOf([step]);
    for (let i = 0; i < 3; i++) assert.is((await replay(target, made)).reason, undefined);
    const options = { seed: 4, runs: 3, steps: 8, shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };
    const wrong: string[] = [];
    for (let i = 0; i < 2; i++)
      await runScenarios(target, options, ({ verdict, reason = "" }) => verdict === "differs" && wrong.push(reason));
    assert.equal(wrong, []);
  } finally {
    await target.close();
    await server.close();
  }
});

test.run();
