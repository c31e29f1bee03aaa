import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { castTable } from "./serve.ts";

test("the variations of a server are listed, where it has some", () => {
  const lines = (simulator = createSimulator()) => castTable(simulator, true).split("\n");
  const only = ["id-gaps", "key-order"] as const;
  assert.is(lines(createSimulator({ vary: { seed: 1, only } }))[1], "varies in id-gaps, key-order");
  assert.is(lines()[1], "");
});

test.run();
