import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { openTarget } from "../targets/probe.ts";
import { oracleFor } from "./oracle.ts";

const pattern = "T-(?P<id>[0-9]+)";

test("the model of a live server holds nothing that a run before has steered", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const run = target.isolated();
  await run.steering!.act({ action: "add_linkifier", pattern, url_template: "https://t.example.com/{id}" });
  const patterns = (linkifiers: unknown) => (linkifiers as { readonly pattern: string }[]).map((one) => one.pattern);
  const steered = patterns(sim.as("alice").send("GET /realm/linkifiers").body.linkifiers);
  await run.close();
  const model = (await oracleFor(target)).fresh({});
  const mirrored = patterns(model.as(Object.keys(model.cast)[0]!).send("GET /realm/linkifiers").body.linkifiers);
  await target.close();
  await server.close();
  assert.equal([steered.includes(pattern), mirrored.includes(pattern)], [true, false]);
  assert.ok(mirrored.length > 0);
});

test.run();
