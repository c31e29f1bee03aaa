import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../../check/check.ts";
import { embedded } from "../../targets/embedded.ts";

for (const level of [300, 367, 368])
  test(`what matched before level 368 accuses no server of level ${level} for one who left a channel`, async () => {
    const { properties } = await check({ target: embedded({ level }), seed: 7, runs: 0, tries: 5, only: ["visibility/left"] });
    assert.equal(
      properties.map(({ verdict, reason }) => [verdict, reason]),
      [["agrees", undefined]],
    );
  });

test.run();
