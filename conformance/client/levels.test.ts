import { test } from "uvu";
import * as assert from "uvu/assert";
import { levels as simulated } from "../../sim/core/levels.ts";
import { registrationLevels } from "../../sim/core/registration-levels.ts";
import { levels } from "./levels.ts";

test("suite and simulator give each change, and each field of a registration, the same name and level", () => {
  const known: Readonly<Record<string, number>> = simulated;
  for (const [name, level] of Object.entries(levels)) assert.is(known[name] ?? registrationLevels[name]?.[0], level, name);
});

test.run();
