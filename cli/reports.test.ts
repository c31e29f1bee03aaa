import { test } from "uvu";
import * as assert from "uvu/assert";
import { reportOf } from "../conformance/ladder/ladder.test.kit.ts";
import type { Requirement } from "./options.ts";
import { exitCodeOf } from "./reports.ts";

/** A report in which what is about folders, of level 7, differs. */
const wrongFolders = reportOf((address) =>
  address === "channel_folders-id.patch/sameName" ? { verdict: "differs", reason: "the name is taken" } : undefined,
);

/** Returns the exit code of that report, and what is said of it. */
function codeWith(required: Requirement | undefined): readonly [code: number, said: string] {
  let said = "";
  const io = { out: () => {}, err: (text: string) => void (said += text), interrupted: () => new Promise<void>(() => {}) };
  return [exitCodeOf(wrongFolders, "check", io, required), said];
}

test("a level that is required decides alone: what differs above it does not count", () => {
  assert.equal(codeWith(undefined), [1, ""]);
  assert.equal(codeWith({ level: 3 }), [
    0,
    "touchstone check: level 3 is reached, as required; what differs is of higher levels, or shown by scenarios alone\n",
  ]);
  const [code, said] = codeWith({ level: 7 });
  assert.is(code, 1);
  assert.match(said, /^touchstone check: level 6 is reached, and level 7 is required; touchstone next says what to do\n$/);
});

test.run();
