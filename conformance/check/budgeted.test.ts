import { test } from "uvu";
import * as assert from "uvu/assert";
import type { PowerTable } from "../power/index.ts";
import { embedded } from "../targets/embedded.ts";
import { check } from "./check.ts";
import { beginByPower } from "./check-run.ts";

const table: PowerTable = {
  mutants: ["a", "b"],
  units: [
    { address: "typing.post/op", millis: 1, kills: [1] },
    { address: "cover/0", millis: 1, kills: [0] },
    { address: "gone/since", millis: 1, kills: [0, 1] },
  ],
};

test("what the table lists comes first, in its order, and what it does not have last", async () => {
  const played: string[] = [];
  const play = async (address: string) => {
    played.push(address);
    return "agrees" as const;
  };
  const addresses = ["other/one", "cover/0", "typing.post/op"];
  const power = await beginByPower({ table, addresses, concurrency: 1, goesOn: () => true, play });
  assert.equal(played, ["typing.post/op", "cover/0", "other/one"]);
  assert.equal(power, { noticed: 2, attainable: 2, mutants: 2 });
});

test("what could not be tested notices nothing, in a longer run neither", async () => {
  const play = async (address: string) => (address === "cover/0" ? ("untestable" as const) : ("agrees" as const));
  const addresses = ["cover/0", "typing.post/op", "other/one"];
  const power = await beginByPower({ table, addresses, concurrency: 1, goesOn: () => true, play });
  assert.equal(power, { noticed: 1, attainable: 1, mutants: 2 });
});

test("nothing begins when the time is up, and what waits counts as what a longer run notices", async () => {
  let left = 1;
  const play = async () => "agrees" as const;
  const addresses = ["cover/0", "typing.post/op", "other/one"];
  const power = await beginByPower({ table, addresses, concurrency: 1, goesOn: () => left-- > 0, play });
  assert.is(power.noticed, 1);
  assert.is(power.attainable, 2);
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

test.run();
