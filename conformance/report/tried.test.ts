import { test } from "uvu";
import * as assert from "uvu/assert";
import type { PropertyResult } from "./report.ts";
import { shareOf, triedIn } from "./tried.ts";

const result = (verdict: PropertyResult["verdict"], ...clauses: string[]): PropertyResult => ({
  address: clauses.join(),
  verdict,
  clauses,
});

test("a clause is tried by any property of its that was not untestable, and asked for by all, those that were not run too", () => {
  const properties = [result("agrees", "a", "b"), result("untestable", "b", "c"), result("silent", "d"), result("differs", "e")];
  assert.equal(triedIn({ properties, notRun: [] }), { clauses: 4, of: 5 });
  const { of } = triedIn({ properties, notRun: ["typing.post/op"] });
  assert.ok(of > 5);
  assert.is(shareOf({ clauses: 1, of: 4 }), 0.25);
  assert.is(shareOf({ clauses: 0, of: 0 }), 1);
});

test.run();
