import { test } from "uvu";
import * as assert from "uvu/assert";
import { WatchedExchange, WatchedRequest } from "../monitors/exchange.ts";
import { MonitorFindings, MonitorTally } from "../monitors/index.ts";
import { resultOf } from "./monitoring.ts";

const seen = { as: "alice", method: "GET", path: "/realm/linkifiers", fields: {}, status: 500, body: {} };
const finding = {
  monitor: "envelope",
  clauses: ["errors/body"],
  reason: "no result",
  seen,
  kind: "GET /realm/linkifiers errors/body",
};
const sight = (repeated: readonly string[]): MonitorFindings =>
  Object.assign(new MonitorFindings({ name: "envelope", clauses: ["errors/body"], sees: () => true, watch: () => ({}) }), {
    ...{ looks: 9, faults: 1, findings: [finding] },
    repeated: new Set(repeated),
  });

test("what one answer of a live server alone shows is unsteady; what two show differs", () => {
  const once = resultOf(sight([]), true);
  assert.equal(
    [once.verdict, once.reason, once.again, once.causes],
    ["unsteady", "no result", "no other answer of the run showed it", undefined],
  );
  const twice = resultOf(sight([finding.kind]), true);
  assert.equal([twice.verdict, twice.reason, twice.causes?.length], ["differs", "no result", 1]);
});

test("the exchange that a fault goes against stands before the one that shows it, and the first fault last", () => {
  const before = { ...seen, path: "/user_groups/create", status: 400 };
  const [first, second] = [
    { ...finding, before, source: "made/up" },
    { ...finding, reason: "no status", seen: { ...seen, path: "/messages" } },
  ];
  const result = resultOf(Object.assign(sight([]), { findings: [first, second, first] }), false);
  assert.equal(
    result.seen?.map(({ path }) => path),
    ["/messages", "/user_groups/create", "/realm/linkifiers"],
  );
  assert.equal([result.reason, result.source], ["no result\nno status", "made/up"]);
});

test("in process one answer is enough", () => {
  assert.is(resultOf(sight([]), false).verdict, "differs");
});

test("a fault is repeated where two exchanges of one route show it, not where one shows it twice", () => {
  const [sees] = new MonitorTally([{ name: "made", clauses: ["errors/body"], sees: () => true, watch: () => ({}) }]).results;
  const asked = (path: string) =>
    new WatchedExchange(
      new WatchedRequest({ as: "alice", method: "GET", path, fields: {} }, {}, 0),
      { status: 500, headers: {}, body: {} },
      0,
    );
  const first = asked("/messages/1");
  sees!.accuse(first, "a");
  sees!.accuse(first, "b");
  sees!.accuse(asked("/realm/linkifiers"), "a");
  assert.is(sees!.repeated.size, 0);
  sees!.accuse(asked("/messages/2"), "c");
  assert.equal([...sees!.repeated], ["GET /messages/{id} errors/body"]);
});

test.run();
