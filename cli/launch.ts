#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { constants, Script } from "node:vm";
import { exitCodes, type Io } from "./io.ts";
import type { main } from "./main.ts";

/**
 * The entry of the command line, and the only file that ends the process. The program is one bundle, run with the machine code
 * that the build kept of it: compiling it anew would take longer than all that most commands do.
 */

const interrupts = ["SIGINT", "SIGTERM"] as const;

const io: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of interrupts) process.once(signal, () => resolve());
    }),
  shows: process.stderr.isTTY === true,
  colours: true,
  env: process.env,
};

function kept(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Loads the bundle. Code kept by another version of Node is not used, and does no harm. */
export function load(file: string): { readonly program: { readonly main: typeof main }; readonly script: Script } {
  const source = `(function (module, exports, require) {${readFileSync(file, "utf8")}\n})`;
  const cachedData = kept(`${file}.cache`);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(source, { filename: file, importModuleDynamically, ...(cachedData && { cachedData }) });
  const module = { exports: {} as { main: typeof main } };
  script.runInThisContext()(module, module.exports, createRequire(file));
  return { program: module.exports, script };
}

function unfinished(): void {
  process.stderr.write("touchstone: it stopped before it was done, with nothing left to wait for; please report this with the command\n");
  process.exitCode = exitCodes.untested;
}

if (require.main === module) {
  // A reader such as `head` may leave before the end; there is nobody to tell then.
  process.stdout.on("error", () => process.exit());
  // One who stops reading a server's log does not mean to stop the server.
  process.stderr.on("error", () => {});
  const { program } = load(join(__dirname, "main.cjs"));
  // Where nothing is left to wait for Node ends with 0, whatever is unfinished: that is no success.
  process.once("beforeExit", unfinished);
  program.main(process.argv.slice(2), io).then((code) => {
    process.off("beforeExit", unfinished);
    process.exitCode = code;
  });
}
