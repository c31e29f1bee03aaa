import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../../check/check.ts";
import { embedded } from "../../targets/embedded.ts";

test("a word with an ending has the stem of the word, whatever word is drawn", async () => {
  const only = ["messages.matches_narrow.get.search/highlights"];
  const { properties } = await check({ target: embedded({ level: 247 }), seed: 7247, runs: 0, tries: 40, only });
  assert.equal(
    properties.map(({ verdict, reason }) => [verdict, reason]),
    [["agrees", undefined]],
  );
});

test.run();
