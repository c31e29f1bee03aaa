import { InvalidArgumentError } from "commander";
import { type Io, UsageError } from "./io.ts";

/** Part `index` (from 1) of a run that is split into `count` parts. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const accepted = "i/n with i from 1 to n is accepted, such as 2/5.";

export function shard(text: string): Shard {
  const [, index, count] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count) throw new InvalidArgumentError(accepted);
  return { index, count };
}

/** The variables that CI systems set for jobs that run beside each other, and from where they count. */
const systems = [
  { index: "CI_NODE_INDEX", counts: ["CI_NODE_TOTAL"], first: 1 },
  { index: "BUILDKITE_PARALLEL_JOB", counts: ["BUILDKITE_PARALLEL_JOB_COUNT"], first: 0 },
  { index: "CIRCLE_NODE_INDEX", counts: ["CIRCLE_NODE_TOTAL"], first: 0 },
  { index: "JOB_COMPLETION_INDEX", counts: ["JOB_COMPLETIONS", "JOB_PARALLELISM"], first: 0 },
] as const;

type Environment = NonNullable<Io["env"]>;

/**
 * The part that the CI system gave this job, and the variable that says so; undefined where there is none.
 * @throws UsageError: the variables make no sense
 */
export function shardOf(env: Environment): (Shard & { readonly variable: string }) | undefined {
  for (const { index, counts, first } of systems) {
    const total = counts.find((name) => env[name]);
    if (!env[index] || total === undefined) continue;
    const place = Number(env[index]) - first + 1;
    try {
      return { ...shard(`${place}/${env[total]}`), variable: index };
    } catch {
      throw new UsageError(`${index}=${env[index]} with ${total}=${env[total]} is no part of a whole; --shard 1/1 runs everything`);
    }
  }
  return undefined;
}

/** Variables that are equal in all parallel jobs of one CI run. */
const runIds = ["GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_NUMBER", "CIRCLE_WORKFLOW_ID"];

/** A seed that all shards of one run have in common, so that together they are the whole: from the CI run, or else 1. */
export function commonSeed(env: Environment): number {
  const id = runIds.map((name) => env[name]).find(Boolean);
  if (id === undefined) return 1;
  let seed = 0;
  for (const character of id) seed = (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return seed & 0x7fffffff;
}
