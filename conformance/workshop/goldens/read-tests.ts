import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { collected, type Log } from "./recorder.ts";

const root = new URL("../../../", import.meta.url);

const asking = [
  "sim/actions",
  "sim/core",
  "sim/endpoints",
  "sim/resources",
  "sim/rules",
  "sim/rulings",
  "sim/server",
  "sim/support",
  "sim/vary",
];

/** These draw what they ask. */
const drawing = /\/(everything|growth|filter|search|window)[^/]*\.test\.ts$/;

const testFiles = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith(".test.ts") && !drawing.test(file))
    .sort();

/** Runs the tests of the simulator, with uvu. Returns what each asked of simulators, by the log, under the file's name. */
export async function logsOfTests(folders: readonly string[] = asking): Promise<ReadonlyMap<Log, string>> {
  const queues = globalThis as { UVU_DEFER?: number; UVU_INDEX?: number; UVU_QUEUE?: unknown[][] };
  queues.UVU_DEFER = 1;
  const uvu = await import("uvu");
  const found = new Map<Log, string>();
  collected();
  const write = process.stdout.write;
  process.stdout.write = () => true;
  try {
    for (const file of testFiles(folders)) {
      queues.UVU_QUEUE = [[file]];
      queues.UVU_INDEX = 0;
      await import(fileURLToPath(new URL(file, root)));
      await uvu.exec(false);
      for (const log of collected()) found.set(log, file);
    }
  } finally {
    process.stdout.write = write;
  }
  return found;
}
