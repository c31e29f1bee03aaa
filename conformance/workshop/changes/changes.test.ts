import { transformSync } from "esbuild";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../night.test.kit.ts";
import { powerTable } from "../../power/table.ts";
import { changes, isHeldOut } from "./changes.ts";
import { changedText, noticed } from "./run.ts";

test("each change is of one place in the simulator's code, and leaves code that can be read", () => {
  for (const change of changes) {
    const text = changedText(change);
    assert.not.throws(() => transformSync(text, { loader: "ts" }), `${change.name}`);
  }
  assert.is(new Set(changes.map(({ name }) => name)).size, changes.length);
  const outside = changes.filter(isHeldOut).length;
  assert.ok(outside > changes.length / 4 && outside < changes.length / 2, `${outside} of ${changes.length} are held out`);
});

test("a piece that is not there any more is named", () => {
  const gone = { ...changes[0]!, name: "gone", from: "no such text" };
  assert.throws(() => changedText(gone), /^gone: sim\/.* has the piece to change 0 times$/);
});

/** Returns what notices a few changes on the examples alone. */
const quick = changes.filter(({ name }) => powerTable.changes?.[name] !== undefined);

test("what noticed a change still does, and nothing differs without it", async () => {
  const tried = byDay(quick.filter(isHeldOut).slice(0, 1), quick);
  assert.ok(tried.length > 0);
  for (const change of tried) {
    const only = [powerTable.changes?.[change.name] ?? ""];
    const found = await noticed(change, { seed: 3, tries: 0, runs: 0, only });
    assert.ok(found, `${change.name} is not noticed by ${only}`);
    assert.is(await noticed({ ...change, to: change.from }, { seed: 3, tries: 0, runs: 0, only }), undefined);
  }
});

test.run();
