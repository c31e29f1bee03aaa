import { readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type SimulatorOptions } from "../../../sim/index.ts";
import { deviations, outcomesIn, type Suite } from "./results.ts";

const go = [
  '{"Action":"run","Package":"x.org/a","Test":"Test_One"}',
  '{"Action":"fail","Package":"x.org/a","Test":"Test_One/bot"}',
  '{"Action":"pass","Package":"x.org/a","Test":"Test_One/owner"}',
  '{"Action":"fail","Package":"x.org/a","Test":"Test_One"}',
  '{"Action":"skip","Package":"x.org/a","Test":"Test_Two"}',
  '{"Action":"pass","Package":"x.org/a"}',
  "ok x.org/a 1s",
].join("\n");

const junit = `<testsuite><testcase name="one" classname="org.a.IT" time="1"/>
  <testcase name="two" classname="org.a.IT"><failure message="x">at &lt;testcase&gt;</failure></testcase>
  <testcase name="three" classname="org.a.IT"><skipped/></testcase><testcase name="four" classname="org.a.IT"><system-out>x</system-out></testcase></testsuite>`;

test("outcomes are read from what Go prints and from JUnit XML", () => {
  assert.equal(
    [...outcomesIn(go)],
    [
      ["x.org/a Test_One/bot", "fail"],
      ["x.org/a Test_One/owner", "pass"],
      ["x.org/a Test_Two", "skip"],
    ],
  );
  assert.equal(
    [...outcomesIn(junit)],
    [
      ["IT.one", "pass"],
      ["IT.two", "fail"],
      ["IT.three", "skip"],
      ["IT.four", "pass"],
    ],
  );
});

test("what is not as expected is named: new failures, failures that are gone, another number of passes", () => {
  const suite: Suite = { about: "", version: "", realm: "small", as: "alice", passes: 2, fails: { "IT.two": "why", "IT.five": "why" } };
  assert.equal(deviations(suite, outcomesIn(junit)), ["does not fail, and is expected to: IT.five"]);
  assert.equal(deviations({ ...suite, fails: {}, passes: 3 }, outcomesIn(junit)), [
    "fails, and is expected to pass: IT.two",
    "2 passed, expected 3",
  ]);
});

const folder = new URL("../../../fixtures/clients/suites/", import.meta.url);

for (const file of readdirSync(folder)) {
  test(`${file}: its realm has the account that it logs in with, and each failure a reason`, () => {
    const { realm, as, fails }: Suite = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    assert.type(createSimulator({ realm } as SimulatorOptions).cast[as]?.api_key, "string");
    for (const reason of Object.values(fails)) assert.ok(reason.length > 10, reason);
  });
}

test.run();
