import { createSimulator } from "../../sim/index.ts";
import { allMutants } from "../mutants/index.ts";
import { type Firing, MutantProxy } from "../mutants/proxy.ts";
import type { ScenarioResult } from "../results/report.ts";
import { runScenarios } from "../run/scenarios.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** The first scenario of a seed that shows a mutant, made shorter; undefined where none of the first so many does. */
async function shortest(mutant: Awaited<ReturnType<typeof allMutants>>[number], runs: number): Promise<ScenarioResult | undefined> {
  const firing: Firing = { fired: false };
  const served = createSimulator({ realm: mutant.realm ?? "small", ...(mutant.level !== undefined && { level: mutant.level }) });
  const target = new EmbeddedTarget(new MutantProxy(served, mutant, firing));
  let found: ScenarioResult | undefined;
  const common = { seed: 3, steps: 30, shrink: true, strict: false, shard: { index: 1, count: 1 } };
  await runScenarios(target, { ...common, runs, goesOn: () => found === undefined }, (result) => {
    if (result.verdict === "differs") found ??= result;
  });
  return found;
}

/** Shortening of scenarios. Rows: what, figure, goal. */
export async function rows({ tiny }: { readonly tiny: boolean }): Promise<string[][]> {
  const wanted = tiny ? 1 : 40;
  const all = await allMutants();
  const spread = Array.from({ length: tiny ? 8 : all.length }, (_, i) => all[(i * 17) % all.length]!);
  const found: ScenarioResult[] = [];
  for (const mutant of spread) {
    if (found.length >= wanted) break;
    const result = await shortest(mutant, 12);
    if (result?.scenario) found.push(result);
  }
  const steps = found.map(({ scenario }) => scenario!.steps.length);
  const fields = found.map(({ scenario }) => scenario!.steps.reduce((sum, step) => sum + Object.keys(step.fields).length, 0));
  const replays = found.map(({ replays: count = 0 }) => count);
  const row = (what: string, list: readonly number[], goal: string): string[] => [
    `shortened scenarios of ${found.length} mutants: ${what}`,
    `median ${median(list)}, most ${Math.max(0, ...list)}`,
    goal,
  ];
  return [
    row("steps", steps, "median 2"),
    row("fields", fields, "median 5"),
    row("replays on the target", replays, "median 6, at most 30"),
  ];
}
