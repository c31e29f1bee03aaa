import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { oracleFor } from "../model/oracle.ts";
import { Bench } from "../mutants/bench.ts";
import { allMutants } from "../mutants/index.ts";
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

test("a server that calls the second thing it makes what it called the first differs where it says so", async () => {
  const mutant = (await allMutants()).find(({ name }) => name === "group-id-of-the-first");
  if (!mutant) throw new Error("there is no such mutant");
  const target = new Bench(1).broken(mutant);
  const group = (name: string) => ({
    as: "dana",
    op: "user_groups.create.post",
    fields: { name, description: "", members: [] },
  });
  const settings = { oracle: await oracleFor(target), choices: {}, suffix: "a" };
  const { turns, differences } = await play(target, scenarioOf([group("cooks"), group("bakers")]), settings);
  assert.is(turns[0]?.actual.body.group_id, turns[1]?.actual.body.group_id);
  assert.equal(
    differences.map(({ path }) => path),
    ["group_id"],
  );
});

test.run();
