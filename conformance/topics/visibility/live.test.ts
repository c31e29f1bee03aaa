import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../../sim/adapters/node.ts";
import { createSimulator } from "../../../sim/index.ts";
import { check } from "../../check/check.ts";
import { openTarget } from "../../targets/probe.ts";

test("what an event lists of other runs on a shared server is no trace of a secret", async () => {
  const server = await listen(createSimulator());
  const target = await openTarget({ url: server.url });
  // With this seed the outsider mutes topics in both runs, and each older event of that lists those of all runs.
  const { properties } = await check({ target, seed: 7, runs: 0, only: ["visibility.interference/personal"] });
  assert.equal(
    properties.map(({ verdict, reason }) => [verdict, reason]),
    [["agrees", undefined]],
  );
  await target.close();
  await server.close();
});

test("the second in which something happens is no trace of a secret", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const exchange = sim.exchange.bind(sim);
  sim.exchange = (request) => {
    sim.advance({ ms: 1000 });
    return exchange(request);
  };
  const { properties } = await check({ target, seed: 10, tries: 4, runs: 0, only: ["visibility.interference/*"] });
  const differing = properties.filter(({ verdict }) => verdict === "differs");
  assert.equal(
    differing.map(({ address, reason }) => `${address}: ${reason}`),
    [],
  );
  await target.close();
  await server.close();
});

test.run();
