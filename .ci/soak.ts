// Sends hostile and heavy requests to `touchstone serve`. Ends with 1 where an answer failed or took a second, memory came to 700 MB,
// or a reset did not lead back to the start.
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { integerBetween, seed } from "../cli/options.ts";
import { soak } from "../cli/soak/soak.ts";

interface Options {
  readonly requests: number;
  readonly seed: number;
}

const command = new Command("npm run soak --")
  .option("--requests <n>", "how many to send", integerBetween(1, Number.MAX_SAFE_INTEGER), 1_000_000)
  .option("--seed <n>", "of the choice of requests", seed, 1)
  .argument("[options of serve...]", "behind a further --")
  .parse();
const options = command.opts<Options>();
const mostMegabytes = 700;
const launch = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));
const report = await soak({
  command: [process.execPath, launch],
  serve: command.args,
  ...options,
  connections: 16,
  progress: (answered, megabytes) => console.error(`${answered} answered, ${megabytes?.toFixed(0) ?? "?"} MB at most`),
});
const { answered, statuses, failed, slow, slowestMillis, seconds, peakMegabytes, likeFresh } = report;
console.log(`${answered} requests in ${seconds.toFixed(0)} s, by status ${JSON.stringify(statuses)}`);
console.log(`failed: ${failed.length}, slower than 1 s: ${slow.length}, slowest ${slowestMillis.toFixed(0)} ms`);
for (const { route, status, millis } of [...failed, ...slow].slice(0, 20)) console.log(`  ${status} ${millis.toFixed(0)} ms ${route}`);
console.log(`memory at most ${peakMegabytes?.toFixed(0) ?? "?"} MB, after a reset ${likeFresh ? "like" : "unlike"} a fresh server`);
const isFine = failed.length === 0 && slow.length === 0 && likeFresh && (peakMegabytes ?? 0) < mostMegabytes;
process.exit(isFine ? 0 : 1);
