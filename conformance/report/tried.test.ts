import { test } from "uvu";
import * as assert from "uvu/assert";
import type { PropertyResult, Report } from "../results/report.ts";
import { isTooLittle, shareOf, triedIn } from "./tried.ts";

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

test("a run says something where it tried a tenth of what it was asked for, what it had no time for included", () => {
  const ran = (properties: readonly PropertyResult[], notRun: readonly string[] = []) =>
    ({ summary: { run: 1, agrees: 1 }, properties, notRun, power: { noticed: 1, attainable: 2, mutants: 3 } }) as unknown as Report;
  const untestable = Array.from({ length: 9 }, (_, i) => result("untestable", `u${i}`));
  assert.is(isTooLittle(ran([result("agrees", "a"), ...untestable])), false);
  assert.is(isTooLittle(ran([result("agrees", "a"), ...untestable, result("untestable", "v")])), true);
  assert.is(isTooLittle(ran([result("agrees", "a"), ...untestable]), 0.9), true);
  assert.is(isTooLittle(ran([result("agrees", "a"), ...untestable], ["typing.post/op"])), true);
});

test.run();
