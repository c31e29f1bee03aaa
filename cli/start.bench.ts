import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command line: benchmarks measure what users run, whichever way they are started themselves. */
const main = fileURLToPath(
  new URL(import.meta.url.includes("/dist/") ? "../../cli/launch.cjs" : "../dist/cli/launch.cjs", import.meta.url),
);
/** The built library. */
const library = new URL(import.meta.url.includes("/dist/") ? "../../sim/index.js" : "../dist/sim/index.js", import.meta.url).href;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function timed(args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
  return performance.now() - start;
}

/** Milliseconds from the start of the process to the first answer. The answer is asked for as soon as the URL is printed. */
async function firstAnswer(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [main, "serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8");
      child.stdout.once("data", (text: string) => resolve(/http:\S+/.exec(text)![0]));
      child.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
    });
    const answer = await fetch(`${url}/api/v1/server_settings`);
    await answer.arrayBuffer();
    return performance.now() - start;
  } finally {
    child.kill();
  }
}

/** Start-up of the command line. Rows: what, figure, goal. */
export async function rows({ tiny }: { readonly tiny: boolean }): Promise<string[][]> {
  const rounds = tiny ? 1 : 11;
  const times: Record<"node" | "help" | "serve" | "module" | "sim", number[]> = { node: [], help: [], serve: [], module: [], sim: [] };
  await fetch("data:,warm").catch(() => {});
  for (let round = 0; round < rounds; round++) {
    times.node.push(timed(["-e", "0"]));
    times.help.push(timed([main, "--help"]));
    times.serve.push(await firstAnswer());
    times.module.push(timed(["--input-type=module", "-e", "0"]));
    times.sim.push(timed(["--input-type=module", "-e", `import ${JSON.stringify(library)}`]));
  }
  const against = (what: "help" | "serve") =>
    `${median(times[what]).toFixed(0)} ms, node alone ${median(times.node).toFixed(0)}: ${(median(times[what]) / median(times.node)).toFixed(2)}`;
  return [
    ["touchstone --help", against("help"), "80 ms"],
    ["touchstone serve to its first answer", against("serve"), "100 ms"],
    ["import of the library, above node alone", `${(median(times.sim) - median(times.module)).toFixed(0)} ms`, "50 ms"],
  ];
}
