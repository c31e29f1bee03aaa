import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { PropertyResult, Report, ScenarioResult } from "../conformance/results/report.ts";
import { type Environment, readTargetFile } from "../conformance/targets/target-file.ts";
import { endAll } from "./client-command.ts";
import { exitCodes, type Io, isUsageError, UsageError } from "./io.ts";
import { connected } from "./listening.ts";

/** So often a server that does not answer is asked again, in milliseconds. */
const restMillis = 50;
/** A server that has closed a connection and is still there after so long has only found it idle. */
const idleMillis = 500;

async function isListening(url: URL): Promise<boolean> {
  const socket = await connected(url);
  socket?.destroy();
  return socket !== undefined;
}

/** Resolves when somebody listens at a URL, or when `goesOn` says no. */
async function untilThere(url: URL, goesOn: () => boolean): Promise<void> {
  while (goesOn() && !(await isListening(url))) await setTimeout(restMillis);
}

/** Whether the server of a connection that it has closed goes away. */
async function goesAway(url: URL, goesOn: () => boolean): Promise<boolean> {
  const closed = performance.now();
  while (goesOn() && performance.now() - closed < idleMillis) {
    if (!(await isListening(url))) return true;
    await setTimeout(restMillis);
  }
  return false;
}

/**
 * Resolves when the server at a URL has gone, which ends its connections, and another listens there; or when `ended` does.
 * @param gone hears that nobody listens there any more
 */
async function untilAnew(url: URL, ended: Promise<void>, gone: () => void): Promise<void> {
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  const goesOn = (): boolean => !isOver;
  while (goesOn()) {
    const socket = await connected(url);
    if (!socket) break;
    socket.resume();
    await Promise.race([once(socket, "close"), over]);
    socket.destroy();
    if (await goesAway(url, goesOn)) break;
  }
  if (goesOn()) gone();
  await untilThere(url, goesOn);
}

/**
 * Starts a server by a command of the shell, which writes to `err`. `end` ends it with all that it started; `ended` resolves when it ends by
 * itself, with its exit code or the signal that ended it.
 */
function started(command: string, err: (text: string) => void) {
  const child = spawn(command, { shell: true, detached: process.platform !== "win32", stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => err(chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal ?? 0));
  });
  return { end: () => endAll(child, "SIGTERM"), ended };
}

const differing = ({ properties, scenarios }: Report): ReadonlyMap<string, PropertyResult | ScenarioResult> =>
  new Map([...properties, ...scenarios].filter(({ verdict }) => verdict === "differs").map((result) => [result.address, result]));

const isTried = ({ properties, scenarios }: Report): boolean =>
  [...properties, ...scenarios].some(({ verdict }) => verdict !== "untestable");

const mostNamed = 5;

/** Returns in one line what became of a server since the run before: how much differs no more, and how much differs newly. */
export function changeLine(before: Report, now: Report): string {
  const [former, newly] = [differing(before), differing(now)];
  const mended = [...former.keys()].filter((address) => !newly.has(address));
  const broken = [...newly.keys()].filter((address) => !former.has(address));
  const named = (words: string, all: readonly string[]): string[] =>
    all.length === 0 ? [] : [`${words} ${all.slice(0, mostNamed).join(", ")}${all.length > mostNamed ? ", …" : ""}`];
  const causesOf = ({ causes }: Report): string[] => causes.map(({ id }) => id);
  const fresh = broken.length > 0 ? [] : causesOf(now).filter((id) => !causesOf(before).includes(id));
  const which = [...named("mended", mended), ...named("broken", broken), ...named("new causes", fresh)].join("; ");
  return `since the run before: +${mended.length} −${broken.length}${which === "" ? "" : ` (${which})`}`;
}

/** Returns the URL of the server to watch. @throws UsageError: there is none; TargetFileError */
export async function serverOf(url: string | undefined, file: string | undefined, env: Environment): Promise<URL> {
  const named = url ?? (file === undefined ? undefined : (await readTargetFile(file, env)).url);
  if (named !== undefined && URL.canParse(named)) return new URL(named);
  throw new UsageError(
    "--watch waits for a server to answer anew: a URL such as http://127.0.0.1:8000, or --target <file> with one, is accepted",
  );
}

/**
 * Runs the suite whenever a server answers anew, and says what changed since the run before, until the user ends it.
 * @param command what starts the server; undefined where the user does
 * @param once runs the suite. @returns its exit code
 */
export async function watched(
  server: URL,
  command: string | undefined,
  once: (io: Io, onReport: (report: Report) => void) => Promise<number>,
  io: Io,
): Promise<number> {
  const ended = io.interrupted();
  let goesOn = true;
  void ended.then(() => (goesOn = false));
  const own = command === undefined ? undefined : started(command, io.err);
  let isThere = false;
  // What ends with 0 may have left the server in the background.
  void own?.ended.then((how) => {
    if (!goesOn || (isThere && how === 0)) return;
    io.err(`touchstone check: the command ended with ${how}${isThere ? "" : ` before ${server.origin} answered`}\n`);
    if (how !== 0 && !isThere) goesOn = false;
  });
  let code: number = exitCodes.untested;
  let before: Report | undefined;
  let isFirst = true;
  try {
    await untilThere(server, () => goesOn);
    isThere = true;
    while (goesOn) {
      const found: Report[] = [];
      code = await once({ ...io, interrupted: () => ended }, (report) => void found.push(report)).catch((problem: unknown) => {
        // A file that was right when the watch began may be half written now.
        if (!isUsageError(problem) || isFirst) throw problem;
        io.err(`touchstone check: ${problem.message}\n`);
        return exitCodes.usage;
      });
      isFirst = false;
      for (const now of found) {
        // Of a server that went away nothing is known.
        if (!isTried(now)) continue;
        if (before) io.err(`${changeLine(before, now)}\n`);
        before = now;
      }
      if (goesOn) io.err(`touchstone check: waits for ${server.origin} to answer anew\n`);
      await untilAnew(server, ended, () => io.err(`touchstone check: ${server.origin} has gone\n`));
    }
    return code;
  } finally {
    own?.end();
  }
}
