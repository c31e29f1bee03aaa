import { test } from "uvu";
import * as assert from "uvu/assert";
import { levels as simulated } from "../../sim/core/levels.ts";
import { levels } from "./levels.ts";

test("suite and simulator give each change the same name and level", () => {
  const known: Readonly<Record<string, number>> = simulated;
  for (const [change, level] of Object.entries(levels)) assert.is(known[change], level, change);
});

test.run();
