import { test } from "uvu";
import * as assert from "uvu/assert";
import { UsageError } from "./io.ts";
import { commonSeed, shard, shardOf } from "./shard.ts";

test("a shard is i/n with i from 1 to n", () => {
  assert.equal(shard("2/5"), { index: 2, count: 5 });
  for (const text of ["0/5", "6/5", "2", "a/b", "1/0", "-1/2", "1.5/2", "2/5 "])
    assert.throws(() => shard(text), /i\/n with i from 1 to n/);
});

test("the variables of CI systems say which shard this job is", () => {
  const found = (env: Record<string, string>) => {
    const { index, count, variable } = shardOf(env) ?? {};
    return [index, count, variable];
  };
  assert.equal(found({ CI_NODE_INDEX: "2", CI_NODE_TOTAL: "5" }), [2, 5, "CI_NODE_INDEX"]);
  assert.equal(found({ BUILDKITE_PARALLEL_JOB: "0", BUILDKITE_PARALLEL_JOB_COUNT: "3" }), [1, 3, "BUILDKITE_PARALLEL_JOB"]);
  assert.equal(found({ CIRCLE_NODE_INDEX: "3", CIRCLE_NODE_TOTAL: "4" }), [4, 4, "CIRCLE_NODE_INDEX"]);
  assert.equal(found({ JOB_COMPLETION_INDEX: "0", JOB_PARALLELISM: "2" }), [1, 2, "JOB_COMPLETION_INDEX"]);
  assert.equal(found({ JOB_COMPLETION_INDEX: "1", JOB_COMPLETIONS: "8", JOB_PARALLELISM: "2" }), [2, 8, "JOB_COMPLETION_INDEX"]);
});

test("a job that runs alone, or does not say how many there are, is no shard", () => {
  for (const env of [{}, { CI_NODE_TOTAL: "3" }, { JOB_COMPLETION_INDEX: "3" }, { CI_NODE_INDEX: "", CI_NODE_TOTAL: "" }])
    assert.is(shardOf(env), undefined);
});

test("variables that make no sense are a mistake that names them", () => {
  for (const index of ["3", "x", "-1"])
    assert.throws(
      () => shardOf({ BUILDKITE_PARALLEL_JOB: index, BUILDKITE_PARALLEL_JOB_COUNT: "3" }),
      (problem: Error) => problem instanceof UsageError && problem.message.includes(`BUILDKITE_PARALLEL_JOB=${index} with`),
    );
});

test("the shards of one CI run have one seed, those of another run another", () => {
  assert.is(commonSeed({}), 1);
  assert.is(commonSeed({ GITHUB_RUN_ID: "9001", CI_NODE_INDEX: "1" }), commonSeed({ GITHUB_RUN_ID: "9001", CI_NODE_INDEX: "2" }));
  assert.is.not(commonSeed({ GITHUB_RUN_ID: "9001" }), commonSeed({ GITHUB_RUN_ID: "9002" }));
  const seed = commonSeed({ BUILDKITE_BUILD_NUMBER: "x".repeat(90) });
  assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31);
});

test.run();
