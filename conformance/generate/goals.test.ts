import { test } from "uvu";
import * as assert from "uvu/assert";
import { steps } from "../catalogue/catalogue.ts";
import { oracleFor } from "../model/oracle.ts";
import { byDay } from "../night.test.kit.ts";
import { embedded } from "../targets/embedded.ts";
import { goalRows, type KindTally, type Measured, measured, seldomRefused, shortcomings } from "./goals.ts";
import { refusals } from "./refusals.ts";

test("scenarios reach their goals: successes, refusals and finds of each kind, each refusal of the specification, each type of event", async () => {
  const oracle = await oracleFor(embedded({ realm: "crowded" }));
  assert.equal(shortcomings(measured(oracle, { seed: 1, runs: byDay(400, 600) })), []);
});

test("every refusal is of a kind of step that there is, and no two of one kind have one cause", () => {
  const causes = refusals.map(({ op, by }) => `${op}: ${by}`);
  assert.equal(
    refusals.filter(({ op }) => !steps.has(op)).map(({ op }) => op),
    [],
  );
  assert.equal([...new Set(causes)], causes);
  assert.equal(
    Object.keys(seldomRefused).filter((op) => !steps.has(op)),
    [],
  );
});

const tally = (drawn: number, succeeded: number, found = succeeded): KindTally => ({ drawn, succeeded, found });

const only = (op: string, of: KindTally, more: Partial<Measured> = {}): Measured => ({
  kinds: new Map([[op, of]]),
  refusals: new Map(),
  events: new Map(),
  runs: 100,
  actions: new Map(),
  changed: { all: 0, read: 0 },
  ...more,
});

test("each way to fall short of the goals is named", () => {
  const [refusal] = refusals;
  const cases: readonly (readonly [Measured, string[]])[] = [
    [only("typing.post", tally(0, 0)), ["typing.post is never drawn"]],
    [only("typing.post", tally(100, 39)), ["typing.post succeeds in 39 % of 100"]],
    [only("typing.post", tally(100, 91)), ["typing.post is refused in 9 % of 100"]],
    [only("server_settings.get", tally(100, 100)), []],
    [only("messages.get", tally(100, 80, 64)), ["messages.get finds something in 64 % of 100"]],
    [only("messages-id.get", tally(100, 64)), ["messages-id.get finds something in 64 % of 100"]],
    [
      only("typing.post", tally(100, 80), { refusals: new Map([[refusal!, 0]]) }),
      [`${refusal!.op} is never refused for this: ${refusal!.by}`],
    ],
    [only("typing.post", tally(100, 80), { events: new Map([["typing", 0]]) }), ["no event typing is ever read"]],
    [only("messages.get", tally(100, 80, 65), { events: new Map([["typing", 1]]) }), []],
    [only("typing.post", tally(100, 80), { runs: 200, actions: new Map([["react", 1]]) }), ["react succeeds 1 times in 200 scenarios"]],
    [only("typing.post", tally(100, 80), { runs: 200, actions: new Map([["react", 2]]) }), []],
    [only("typing.post", tally(100, 80), { changed: { all: 9, read: 4 } }), ["of 9 changes of messages 4 are read"]],
    [only("typing.post", tally(100, 80), { changed: { all: 8, read: 4 } }), []],
  ];
  for (const [given, lines] of cases) assert.equal(shortcomings(given), lines);
});

test("the figures name the kind of step with the smallest share", () => {
  const kinds = new Map([
    ["typing.post", tally(10, 8)],
    ["messages.get", tally(10, 9, 7)],
    ["server_settings.get", tally(10, 10)],
  ]);
  const seen = { refusals: new Map(), events: new Map([["typing", 3]]), runs: 100, actions: new Map([["react", 0]]) };
  assert.equal(
    goalRows({ kinds, ...seen, changed: { all: 8, read: 6 } }).map(([, figure]) => figure),
    ["80 % (typing.post)", "10 % (messages.get)", "70 % (messages.get)", "0 of 0", "1 of 1", "0 of 1", "75 %"],
  );
});

test.run();
