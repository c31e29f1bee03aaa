// Runs every *.test.ts (or those whose path contains an argument) in one process over uvu's runner, which by itself
// would pass a file that runs nothing. Ends with "N passed, N failed" and a process exit, whatever is left open.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2);
const files = ["sim", "conformance", "cli"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((part) => file.includes(part))))
  .sort();

const fail = (why: string): never => {
  console.error(why);
  console.log("0 passed, 1 failed");
  return process.exit(1);
};
if (files.length === 0) fail(`no test file matches ${wanted.join(" ")}`);
const watchdog = setTimeout(() => fail("the tests did not finish within 12 minutes"), 12 * 60_000);

// uvu's totals are printed, not returned: read them from what it writes.
const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  lines.push(String(chunk));
  return write(chunk, ...rest);
}) as typeof process.stdout.write;

const { run } = await import("uvu/run");
await run(
  files.map((file) => ({ name: file, file: join(root, file) })),
  { bail: false } as never,
);
clearTimeout(watchdog);

const text = lines.join("").replace(/\u001b\[[0-9;]*m/g, "");
const count = (label: string) => Number(text.match(new RegExp(`${label}:\\s+(\\d+)\\s*$`, "m"))?.[1] ?? Number.NaN);
const total = count("Total");
const passed = count("Passed");
const failed = process.exitCode || Number.isNaN(total) ? Math.max(1, total - passed || 1) : total - passed;
write(`${passed || 0} passed, ${failed} failed\n`);
process.exit(failed > 0 || total === 0 ? 1 : 0);
