import { existsSync, statSync } from "node:fs";
import type { Command } from "commander";
import { readTargetFile } from "../../conformance/targets/target-file.ts";
import { baseUrl } from "../../conformance/targets/target-values.ts";
import { prepareFile } from "../files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { connected, listenError } from "../listening.ts";
import * as options from "../options.ts";
import { quoted } from "../render/replay-line.ts";
import { counted } from "../render/visible.ts";

export interface RecordOptions {
  readonly host: string;
  readonly port: number;
  readonly out: string;
  readonly target?: string;
}

/** `touchstone record`: a proxy in front of a server, which writes what passes to a file, until the user ends it. */
export async function record(url: string, given: RecordOptions, io: Io): Promise<number> {
  const { host, port, out, target } = given;
  prepareFile(out, `--out ${out}`);
  if (existsSync(out) && statSync(out).size > 0)
    throw new UsageError(`--out ${out}: the file is there, and a new recording would overwrite it; the name of a new file is accepted`);
  // What it sends with takes longer to load than all the other commands together.
  const { record: listen } = await import("../recorder.ts");
  const cast = target === undefined ? {} : (await readTargetFile(target, io.env ?? {})).cast;
  const names = new Map(Object.entries(cast).map(([name, { email }]) => [email, name]));
  const upstream = baseUrl(url);
  const recorder = await listen({ upstream, host, port, file: out, names, now: Date.now }).catch((problem: NodeJS.ErrnoException) => {
    throw listenError(problem, host, port);
  });
  const ended = io.interrupted();
  io.out(`touchstone records what passes between ${recorder.url} and ${url} in ${out}\n`);
  void connected(upstream).then((socket) => {
    socket?.destroy();
    if (!socket) io.err(`touchstone record: nobody listens at ${upstream.origin} yet\n`);
  });
  await ended;
  await recorder.close();
  const judging = ["touchstone", "check", "--from", out].map(quoted).join(" ");
  io.err(`touchstone record: ${counted(recorder.count(), "exchange")} in ${out}; ${judging} judges them\n`);
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("<url>", "the server that clients are to reach")
    .option("--host <address>", "address to bind", options.host, "127.0.0.1")
    .option("--port <number>", "port to bind; 0 takes any free one", options.port, 9992)
    .option("--out <file>", "where to write: a new file", "recorded.jsonl")
    .option("--target <file>", "target file whose names for accounts are used; others are called by their addresses")
    .addHelpText(
      "after",
      "\nKeys and passwords are not written: requests bear the names of their accounts." +
        "\n\nExample:\n  $ touchstone record https://chat.example.org --port 9992\n  $ touchstone check --from recorded.jsonl",
    )
    .action(async (url: string, given: RecordOptions) => done(await record(url, given, io)));
}
