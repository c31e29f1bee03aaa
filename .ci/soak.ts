// Sends hostile and heavy requests to `touchstone serve`: `npm run soak -- [--requests <n>] [--seed <n>] [-- <options of serve>]`.
// Ends with 1 where an answer failed or took a second, memory came to 700 MB, or a reset did not lead back to the start.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { soak } from "../cli/soak/soak.ts";

const { values, positionals } = parseArgs({
  options: { requests: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const mostMegabytes = 700;
const launch = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));
const report = await soak({
  command: [process.execPath, launch],
  serve: positionals,
  requests: Number(values.requests),
  seed: Number(values.seed),
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
