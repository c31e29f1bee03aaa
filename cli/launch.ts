#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { getAsset, isSea } from "node:sea";
import { constants, Script } from "node:vm";
import { isMainThread, Worker } from "node:worker_threads";
import type { runPart } from "./commands/check-part.ts";
import { exitCodes, importModule, type Outlet } from "./io.ts";
import type { main } from "./main.ts";

/**
 * The entry of the command line, and the only file that ends the process. The program is a few bundles, each run with the machine
 * code that the build kept of it: compiling them anew would take longer than all that most commands do.
 */

const interrupts = ["SIGINT", "SIGTERM"] as const;

/** Events for which Node ends a process where nobody listens. */
const strays = ["unhandledRejection", "uncaughtException"] as const;

const outlet: Outlet = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of interrupts) process.once(signal, () => resolve());
    }),
  inputEnded: () =>
    new Promise((resolve) => {
      // That it is still open keeps nothing alive which ends for another reason. A file, which has no unref, is at its end at once.
      process.stdin.resume().once("close", resolve).unref?.();
    }),
  strays: (heard) => {
    for (const event of strays) process.on(event, heard);
    return () => {
      for (const event of strays) process.off(event, heard);
    };
  },
  shows: process.stderr.isTTY === true,
  colours: true,
  thread: () => (isSea() ? new Worker(getAsset("launch.cjs", "utf8"), { eval: true }) : new Worker(__filename)),
  imports: importModule,
  env: process.env,
};

/** Reads a file of the program: the single executable holds them by their names. */
const read = (file: string): Buffer => (isSea() ? Buffer.from(getAsset(basename(file))) : readFileSync(file));

function kept(file: string): Buffer | undefined {
  try {
    return read(file);
  } catch {
    return undefined;
  }
}

/** A bundle that was run: what it exports, and its script, of which the build keeps the machine code in a file. */
interface Loaded {
  readonly exports: unknown;
  readonly script: Script;
  readonly cache: string;
}

/** The bundles that were run, by file. */
export const loaded = new Map<string, Loaded>();

/**
 * Runs a bundle, and those beside it when it requires them. Code kept by another version of Node is not used, and does no harm.
 * @param user the bundle of the command that needs it: each keeps machine code of its own, since one of them compiles by flags of its own
 */
export function load(file: string, user = file): unknown {
  const known = loaded.get(file);
  if (known) return known.exports;
  const source = `(function (module, exports, require, __dirname) {${read(file).toString("latin1")}\n})`;
  const cache = user === file ? `${file}.cache` : `${file}.of-${basename(user)}.cache`;
  const cachedData = kept(cache);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(source, { filename: file, importModuleDynamically, ...(cachedData && { cachedData }) });
  const module = { exports: {} as unknown };
  // In a thread of the single executable the file is a bare name.
  const packages = createRequire(resolve(file));
  const isBundle = (id: string): boolean => id.startsWith("./") || (isSea() && !isBuiltin(id));
  const required = (bundle: string): unknown => load(bundle, basename(file) === "main.cjs" ? bundle : user);
  const require = (id: string): unknown => (isBundle(id) ? required(join(dirname(file), id.replace(/(\.cjs)?$/, ".cjs"))) : packages(id));
  script.runInThisContext()(module, module.exports, require, dirname(file));
  loaded.set(file, { exports: module.exports, script, cache });
  return module.exports;
}

function unfinished(): void {
  process.stderr.write("touchstone: it stopped before it was done, with nothing left to wait for; please report this with the command\n");
  process.exitCode = exitCodes.untested;
}

/** Ends the process where its output goes nowhere: in silence where a reader such as `head` left before the end, since there is nobody to tell. */
function unwritten({ code }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") process.exit();
  process.stderr.write(`touchstone: what it prints cannot be written (${code})\n`);
  process.exit(exitCodes.untested);
}

if (!isMainThread) {
  const suite = load(join(__dirname, "suite.cjs")) as { readonly runPart: typeof runPart };
  suite.runPart();
} else if (isSea() || require.main === module) {
  process.stdout.on("error", unwritten);
  // One who stops reading a server's log does not mean to stop the server.
  process.stderr.on("error", () => {});
  const program = load(join(__dirname, "main.cjs")) as { readonly main: typeof main };
  // Where nothing is left to wait for Node ends with 0, whatever is unfinished: that is no success.
  process.once("beforeExit", unfinished);
  program.main(process.argv.slice(2), outlet).then((code) => {
    process.off("beforeExit", unfinished);
    process.exitCode = code;
  });
}
