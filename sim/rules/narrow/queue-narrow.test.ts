import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../server/simulator.ts";

test("narrows of queues say stream before channel is an operator", () => {
  const say = (level: number, operator: string) =>
    createSimulator({ level })
      .as("alice")
      .send("POST /register", { narrow: [[operator, "general"]] }).body.msg;
  const told = [249, 250].flatMap((level) => ["stream", "channel"].map((operator) => say(level, operator)));
  assert.equal(told, ["", "Operator channel not supported.", "", ""]);
});

test.run();
