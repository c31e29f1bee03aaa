import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Outgoing } from "../client/target.ts";
import { embedded } from "../targets/embedded.ts";
import { altered } from "./altered.test.kit.ts";
import { askTarget } from "./ask-target.ts";
import { steps } from "./catalogue.ts";
import { Twins } from "./twins.ts";

test("a server that answers waiting polls with nothing at once is not asked for ever", async () => {
  let polls = 0;
  const silent = altered(embedded(), (reply) => {
    polls++;
    return { ...reply, body: { result: "success", msg: "", events: [] } };
  });
  const step = { as: "alice", op: "events.get", fields: { queue_id: "q", last_event_id: -1 } };
  const sent: Outgoing = { as: "alice", method: "GET", path: "/events", fields: { ...step.fields, dont_block: true } };
  const awaited = { id: 0, type: "typing", op: "start", message_type: "direct", sender: { user_id: 12 } };
  const expected = { status: 200, body: { result: "success", msg: "", events: [awaited] } };
  const lens = { twins: new Twins(), tolerance: 60, html: "structural", known: false, observed: true } as const;
  const reply = await askTarget(silent, steps.get("events.get")!, step, sent, expected, lens);
  assert.equal(reply.body.events, []);
  assert.is(polls, 3);
});

test.run();
