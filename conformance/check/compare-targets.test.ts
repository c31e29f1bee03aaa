import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Cause, Report } from "../results/report.ts";
import { grouped } from "./compare-targets.ts";

test("causes are grouped by who shows them, those at one place together", () => {
  const cause = (id: string, signature: string): Cause => ({ id, signature, clauses: [], shows: [], waiting: [] });
  const report = (...causes: Cause[]): Report =>
    ({ causes, target: { kind: "live", url: "http://a", level: 1, brand: "service" } }) as unknown as Report;
  const [a, b] = [cause("1", "GET /x y: expected string, got number"), cause("2", "GET /x y: expected string, got null")];
  const [c, d, e] = [
    cause("3", "GET /x z: expected string, got null"),
    cause("4", "POST /x: the code BAD"),
    cause("5", "GET /v: against v/w"),
  ];
  const { onlyFirst, onlySecond, alike, eachItsWay } = grouped(report(a, c, e), report(b, d, e));
  assert.equal([onlyFirst, onlySecond, alike, eachItsWay], [[c], [d], [e], [{ first: a, second: b }]]);
});

test.run();
