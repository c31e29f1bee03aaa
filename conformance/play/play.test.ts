import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { oracleFor } from "../model/oracle.ts";
import { openTarget } from "../targets/probe.ts";
import { play } from "./play.ts";
import { scenarioOf } from "./scenario.ts";

test("a live server is asked for the time once for many scenarios, and again for one that is played again", async () => {
  const sim = createSimulator();
  const server = await listen(sim, { control: false, clock: "real" });
  const cast = Object.fromEntries(Object.entries(sim.cast).map(([name, { email, api_key }]) => [name, { email, api_key }]));
  const target = await openTarget({ url: server.url, cast, channels: { general: "general" } });
  const settings = { oracle: await oracleFor(target), choices: {} };
  const askedBy = async (more: { readonly suffix: string; readonly now?: number }): Promise<number> => {
    const asked = (): number => sim.journal.find({ route: "GET /realm/presence" }).length;
    const before = asked();
    const { turns } = await play(target, scenarioOf([{ as: "alice", op: "realm.linkifiers.get", fields: {} }]), { ...settings, ...more });
    assert.is(turns.length, 1);
    return asked() - before;
  };
  await askedBy({ suffix: "a" });
  assert.is(await askedBy({ suffix: "b" }), 0);
  assert.is(await askedBy({ suffix: "c", now: Date.now() }), 1, "a clock that has jumped may be why it differed");
  await target.close();
  await server.close();
});

test.run();
