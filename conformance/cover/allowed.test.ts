import { test } from "uvu";
import * as assert from "uvu/assert";
import { oracleFor } from "../model/oracle.ts";
import { embedded } from "../targets/embedded.ts";
import { unmet } from "./allowed.ts";

test("a poll that lets go of events by a number waits for a server that nobody else uses", async () => {
  const { facts } = await oracleFor(embedded({ realm: "small" }));
  const poll = (last_event_id: unknown) => ({
    as: "alice",
    op: "events.get",
    fields: { queue_id: { ref: "queue", at: 0.5 }, last_event_id },
  });
  const why = (last_event_id: unknown, known: boolean) => unmet(poll(last_event_id), { ...facts, known });
  for (const id of [9999, "9999", { ref: "event", at: 0.1 }]) {
    assert.is(why(id, false), "a server that nobody else uses", JSON.stringify(id));
    assert.is(why(id, true), undefined);
  }
  for (const id of [-1, "soup", { ref: "event", at: 0.5 }]) assert.is(why(id, false), undefined, JSON.stringify(id));
});

test.run();
