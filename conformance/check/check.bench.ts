import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import { runScenarios } from "../run/scenarios.ts";
import { embedded } from "../targets/embedded.ts";
import { openTarget } from "../targets/probe.ts";
import { check } from "./check.ts";

const steps = 30;

async function rate(target: Target, runs: number, concurrency: number): Promise<string> {
  const options = { seed: 1, steps, shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true, concurrency };
  const start = performance.now();
  let agreed = 0;
  await runScenarios(target, { ...options, runs }, ({ verdict }) => {
    if (verdict !== "differs") agreed++;
  });
  return `${Math.round((runs * 1000) / (performance.now() - start))}, ${agreed} of ${runs} agree`;
}

function targetFile(url: string, { cast, channels }: ReturnType<typeof createSimulator>): string {
  const members = Object.entries(cast).map(([name, { email, api_key }]) => [
    name,
    { email, api_key, ...(name === "zoe" && { active: false }) },
  ]);
  const file = join(mkdtempSync(join(tmpdir(), "touchstone-")), "target.json");
  writeFileSync(
    file,
    JSON.stringify({
      url,
      cast: Object.fromEntries(members),
      channels: Object.fromEntries(
        Object.keys(channels)
          .filter((name) => name !== "attic")
          .map((name) => [name, name]),
      ),
    }),
  );
  return file;
}

/** The conformance suite. Rows: what, figure, goal. */
export async function rows({ tiny }: { readonly tiny: boolean }): Promise<string[][]> {
  const runs = tiny ? 3 : 2000;
  const target = embedded({ realm: "crowded" });
  const inProcess = await rate(target, runs, 1);
  const simulator = createSimulator();
  const server = await listen(simulator, { control: false });
  const live = await openTarget({ file: targetFile(server.url, simulator) });
  const overHttp = await rate(live, tiny ? 2 : 300, 16);
  await live.close();
  await server.close();
  const start = performance.now();
  const { summary } = await check({ target, seed: 1, runs: tiny ? 0 : 100, ...(tiny && { only: ["typing.post/*"] }) });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return [
    [`scenarios of ${steps} steps in process, a second`, inProcess, "1500"],
    [`scenarios of ${steps} steps over HTTP, a second`, overHttp, "300"],
    ["check of the embedded simulator", `${seconds} s for ${summary.run}`, "30 s"],
  ];
}
