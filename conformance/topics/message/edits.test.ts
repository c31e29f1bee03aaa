import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../../sim/adapters/node.ts";
import { createSimulator } from "../../../sim/index.ts";
import { properties } from "../../catalogue/catalogue.ts";
import { runProperty } from "../../run/properties.ts";
import { openTarget } from "../../targets/probe.ts";

const addresses = ["message.edits/history", "message.edits/lastMoved", "message.edits/disallowed", "messages.get.form/emptyTopic"];

for (const policy of ["none", "moves"])
  test(`where the organization shows ${policy} of the edits, what needs the history of edits is untestable`, async () => {
    const sim = createSimulator();
    sim.as("owen").send("PATCH /realm" as string, { message_edit_history_visibility_policy: policy } as never);
    const server = await listen(sim);
    const target = await openTarget({ url: server.url });
    for (const address of addresses) {
      const { verdict, reason = "" } = await runProperty(address, properties.get(address)!, target, { seed: 4, tries: 0 });
      if (policy === "moves" && verdict === "agrees") continue;
      assert.is(verdict, "untestable", `${address}: ${reason}`);
      assert.match(reason, `message_edit_history_visibility_policy of the organization is "${policy}", not "all"`);
    }
    await target.close();
    await server.close();
  });

test.run();
