import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Target } from "../client/target.ts";
import type { ScenarioResult } from "../results/report.ts";
import { runCovering } from "../run/scenarios.ts";
import { embedded } from "../targets/embedded.ts";
import { coveringSet } from "./set.ts";

/** A server that is used by one run after the other, of which is known what it tells, and which is held to what servers were seen to do. */
function inUse(): Target {
  const target = embedded({ realm: "small" });
  const { url, level, brand, cast, channels } = target;
  const live: Target = {
    ...{ kind: "live", url, level, brand, cast, channels, namespace: "u", steering: undefined, like: "zulip" },
    send: (request) => target.send(request),
    isolated: () => live,
    close: async () => {},
  };
  return live;
}

test("no scenario accuses a server on which the set was played before", async () => {
  const target = inUse();
  const options = { seed: 1, runs: 0, steps: 20, shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };
  let results: ScenarioResult[] = [];
  for (let i = 0; i < 2; i++) {
    results = [];
    await runCovering(target, coveringSet, options, (result) => void results.push(result));
  }
  const differing = results.filter(({ verdict }) => verdict === "differs");
  assert.ok(results.filter(({ verdict }) => verdict === "agrees").length > coveringSet.length / 2);
  assert.equal(
    differing.map(({ address, reason }) => `${address}: ${reason}`),
    [],
  );
});

test.run();
