import { test } from "uvu";
import * as assert from "uvu/assert";
import { declaredProperty } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import type { PowerTable } from "../power/index.ts";
import { powerTable } from "../power/table.ts";
import { embedded } from "../targets/embedded.ts";
import { Budget, beginByPower } from "./budget.ts";
import { check } from "./check.ts";

const table: PowerTable = {
  mutants: ["a", "b"],
  units: [
    { address: "typing.post/op", millis: 1, kills: [1] },
    { address: "cover/0", millis: 1, kills: [0] },
    { address: "gone/since", millis: 1, kills: [0, 1] },
  ],
};

const spentSince = () => 0;
const isTestable = () => true;

test("what the table lists comes first, in its order, and what it does not have last", async () => {
  const played: string[] = [];
  const play = async (address: string) => {
    played.push(address);
    return "agrees" as const;
  };
  const addresses = ["other/one", "cover/0", "typing.post/op"];
  const power = await beginByPower({ table, addresses, concurrency: 1, isTestable, spentSince, goesOn: () => true, play });
  assert.equal(played, ["typing.post/op", "cover/0", "other/one"]);
  assert.equal(power, { noticed: 2, attainable: 2, mutants: 2 });
});

test("what could not be tested notices nothing, in a longer run neither", async () => {
  const play = async (address: string) => (address === "cover/0" ? ("untestable" as const) : ("agrees" as const));
  const addresses = ["cover/0", "typing.post/op", "other/one"];
  const power = await beginByPower({ table, addresses, concurrency: 1, isTestable, spentSince, goesOn: () => true, play });
  assert.equal(power, { noticed: 1, attainable: 1, mutants: 2 });
});

test("nothing begins when the time is up, and what waits counts as what a longer run notices", async () => {
  let left = 1;
  const play = async () => "agrees" as const;
  const addresses = ["cover/0", "typing.post/op", "other/one"];
  const power = await beginByPower({ table, addresses, concurrency: 1, isTestable, spentSince, goesOn: () => left-- > 0, play });
  assert.is(power.noticed, 1);
  assert.is(power.attainable, 2);
  left = 1;
  const missing = { isTestable: (address: string) => address !== "cover/0" };
  const poor = await beginByPower({ table, addresses, concurrency: 1, spentSince, goesOn: () => left-- > 0, play, ...missing });
  assert.equal(poor, { noticed: 1, attainable: 1, mutants: 2 });
});

test("a check with a budget runs all that a check without one does where there is time, and tells its power", async () => {
  const common = { seed: 3, runs: 3, tries: 2, only: ["typing.post*", "cover/0", "scenario/*"] };
  const plain = await check({ target: embedded(), ...common });
  const report = await check({ target: embedded(), ...common, power: table });
  const addresses = (one: typeof plain) =>
    [...one.properties, ...one.scenarios].map(({ address, verdict }) => `${address} ${verdict}`).sort();
  assert.equal(addresses(report), addresses(plain));
  assert.is(report.power?.mutants, 2);
  assert.is(plain.power, undefined);
});

test("work costs what the table says, a drawn value as much as an example, and what it does not list a fixed amount", () => {
  const budget = new Budget({ power: table, work: 1000 });
  const examples = declaredProperty("typing.post/op").examples.length;
  assert.is(budget.begins("typing.post/op", 0)(), 1);
  assert.is(budget.begins("typing.post/op", 3 * examples)(), 4);
  assert.is(budget.begins("scenario/7", 0)(), 20);
  assert.is(budget.left, 975);
  assert.is(budget.spentSince(performance.now()), 25);
});

test("without work a budget is of time, and without either nothing bounds it", () => {
  let left = 7;
  const budget = new Budget({ power: table, timeLeft: () => left });
  budget.begins("cover/0", 0);
  assert.is(budget.left, 7);
  left = 2;
  assert.is(budget.left, 2);
  assert.is(new Budget({}).left, Number.POSITIVE_INFINITY);
});

/** A target that answers as another does, each time some turns of the event loop later. */
const slowed = (target: Target): Target => ({
  ...target,
  url: target.url,
  level: target.level,
  brand: target.brand,
  async send(request) {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => void setImmediate(resolve));
    return target.send(request);
  },
  isolated: () => slowed(target.isolated?.() ?? target),
  close: () => target.close(),
});

test("a budget of work begins the same on a machine that is slower, and more of it begins more", async () => {
  const run = async (target: Target, work: number) => {
    const report = await check({ target, seed: 3, only: ["typing.post*", "cover/*", "scenario/*"], power: powerTable, work });
    return [...report.properties.map(({ address, runs = 1 }) => `${address} ${runs}`), ...report.scenarios.map(({ address }) => address)];
  };
  const begun = await run(embedded(), 60);
  assert.equal(await run(slowed(embedded()), 60), begun);
  assert.ok(begun.length > 5, begun.join(", "));
  assert.ok((await run(embedded(), 120)).length > begun.length);
});

const slowTable: PowerTable = {
  mutants: ["a", "b"],
  units: [
    { address: "typing.post/op", millis: 2000, kills: [1] },
    { address: "typing.post/noTopic", millis: 3000, kills: [] },
    { address: "typing.post/malformed", millis: 4000, kills: [0] },
  ],
};

test("the budget that a run of work advises is larger than its own, and a run with it notices what was told", async () => {
  const run = async (target: Target, work: number) =>
    (await check({ target, seed: 3, only: slowTable.units.map(({ address }) => address), power: slowTable, work })).power;
  const short = await run(embedded(), 1000);
  assert.equal(short, { noticed: 1, attainable: 2, mutants: 2, secondsForAll: 9 });
  assert.equal(await run(embedded(), 9000), { noticed: 2, attainable: 2, mutants: 2 });
  // A budget of a server is one of time.
  assert.equal(await run({ ...slowed(embedded()), kind: "live" }, 1000), { noticed: 1, attainable: 2, mutants: 2 });
});

test.run();
