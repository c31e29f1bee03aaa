import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { simulatedFor } from "./simulated.ts";

test("where an answer is of no use to what waits for it, the simulator's answer to the same request is shown", async () => {
  const address = "messages.post.errors/unknownChannel";
  const target = { kind: "live", url: "http://127.0.0.1:9", level: newestLevel, brand: "service" } as const;
  const reason = 'POST /register answers 200 {"result":"success","msg":"x"}, not a success in the envelope';
  const step = { level: 2, why: "untested", clause: undefined, address, reason, waiting: 4, result: undefined } as const;
  const shown = await simulatedFor(step, { target, seed: 7 });
  assert.equal([shown?.method, shown?.path, shown?.status], ["POST", "/register", 200]);
});

test.run();
