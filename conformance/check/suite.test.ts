import { test } from "uvu";
import * as assert from "uvu/assert";
import { Bench } from "../mutants/bench.ts";
import { allMutants } from "../mutants/index.ts";
import { embedded } from "../targets/embedded.ts";
import { suite } from "./suite.ts";

const only = ["typing.post/*", "typing.post.text/*"];

test("each property is a test with its address, and so are the two kinds of scenarios", async () => {
  const some = suite(embedded(), { only: [...only, "scenario/*"], runs: 2, tries: 1 });
  const titles = some.map(({ title }) => title);
  assert.ok(titles.includes("typing.post/op"));
  assert.is(titles.at(-1), "scenario/*");
  for (const { run } of some) assert.match((await run()).verdict, /^(agrees|silent)$/);
  const all = suite(embedded()).map(({ title }) => title);
  assert.ok(all.length > 300 && all.includes("cover/*"));
});

test("what differs is thrown with the clause, the reason, the exchange and the seed; what cannot be tried says why", async () => {
  const mutant = (await allMutants()).find(({ name }) => name === "typing.post-to-malformed-accepted")!;
  const [wrong] = suite(new Bench(1).broken(mutant), { only: ["typing.post.text/to-list"], seed: 7 });
  const thrown = await wrong!.run().then(
    () => undefined,
    (error: Error) => error,
  );
  assert.is(thrown?.name, "AssertionError");
  assert.match(
    thrown!.message,
    /^typing\.post\.text\/to-list: .*\ntyping\.post\/\S+ \(Endpoints > POST \/typing\): .*\n\w+ POST \/typing \{.*\} -> 200 \{"result":"success".*\nseed 7$/s,
  );
});

test("a target that is none is refused at once", () => {
  assert.throws(() => suite({} as never), /^target\.kind: missing, expected "embedded" or "live"/);
});

test.run();
