import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type CheckOptions, check } from "../../check/check.ts";
import { present } from "../../client/json.ts";
import type { Report } from "../../results/report.ts";
import type { HttpTarget } from "../../targets/http.ts";
import { openTarget } from "../../targets/probe.ts";

const folder = fileURLToPath(new URL("../../../fixtures/strangers/", import.meta.url));

/** A mistake of a server that somebody wrote from the specification alone. */
interface Mistake {
  /** The name that switches it on; absent for one that is always there. */
  readonly name?: string;
  readonly always?: true;
  readonly route: string;
  /** The sentence that it breaks, in its author's words. */
  readonly says: string;
  readonly does: string;
  /** The clauses by which it may be named; none where nothing can notice it. */
  readonly clauses: readonly string[];
}

/** The programs that run the servers, by the endings of their files. */
const interpreters: Readonly<Record<string, string>> = {
  ...{ ".go": "go", ".java": "java", ".mjs": "node", ".pl": "perl", ".py": "python3", ".rs": "rustc" },
};

/** Arguments of the compilers whose programs are run by themselves, by the endings of their files. */
const compilers: Readonly<Record<string, (source: string, binary: string) => readonly string[]>> = {
  ".go": (source, binary) => ["build", "-o", binary, source],
  ".rs": (source, binary) => ["--edition", "2021", "-C", "opt-level=1", "-o", binary, source],
};

const files = new Map(
  readdirSync(folder)
    .filter((file) => Object.hasOwn(interpreters, extname(file)))
    .map((file) => [basename(file, extname(file)), join(folder, file)]),
);

/** The names of the servers. */
export const strangers: readonly string[] = [...files.keys()];

const fileOf = (name: string): string => present(files.get(name), `server ${name}`);

/** Returns the program that runs a server. */
export const interpreterOf = (name: string): string => present(interpreters[extname(fileOf(name))], `interpreter of ${name}`);

export const mistakesOf = (name: string): readonly Mistake[] => JSON.parse(readFileSync(join(folder, `${name}.mistakes.json`), "utf8"));

const compiled = new Map<string, string>();

/** Compiles a program, once: one that is run by its compiler outlives it. */
function binaryOf(source: string, compiler: string): string {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const own = mkdtempSync(join(tmpdir(), "stranger-"));
  process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  const binary = join(own, basename(source, extname(source)));
  const { status, stderr } = spawnSync(compiler, present(compilers[extname(source)], "compiler")(source, binary), { encoding: "utf8" });
  if (status !== 0) throw new Error(`${source} is not compiled: ${stderr}`);
  compiled.set(source, binary);
  return binary;
}

/** Starts a server on a free port, some of its mistakes switched on. Returns its process, and the target file that it prints when it is ready. */
export async function start(
  name: string,
  mistakes: readonly string[],
): Promise<{ readonly target: string; readonly process: ChildProcess }> {
  const file = fileOf(name);
  const interpreter = interpreterOf(name);
  const [program, ...first] = Object.hasOwn(compilers, extname(file)) ? [binaryOf(file, interpreter)] : [interpreter, file];
  const args = [...first, "--port", "0", ...(mistakes.length === 0 ? [] : ["--mistakes", mistakes.join(",")])];
  const running = spawn(present(program, "program"), args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: running.stdout })) return { target: line, process: running };
  throw new Error(`${file} ended before it printed its target`);
}

/** Opens a server as a target. `use` gets it; then it is ended. */
export async function withStranger<T>(name: string, mistakes: readonly string[], use: (target: HttpTarget) => Promise<T>): Promise<T> {
  const running = await start(name, mistakes);
  const own = mkdtempSync(join(tmpdir(), "stranger-"));
  try {
    const file = join(own, "target.json");
    writeFileSync(file, running.target);
    // None of them sends what it has to later than at once.
    const target = await openTarget({ file, patience: { poll: 400 } });
    return await use(target).finally(() => target.close());
  } finally {
    running.process.kill();
    rmSync(own, { recursive: true });
  }
}

interface Judged {
  readonly report: Report;
  /** Addresses of results that differ although no mistake that the server has breaks a clause of theirs, with the reason. */
  readonly accusations: readonly string[];
  /** The mistakes that the server has and by which a difference was named. */
  readonly named: readonly Mistake[];
  /** Those that nothing named. */
  readonly missed: readonly Mistake[];
}

/** The effort of a check. */
export type Effort = Pick<CheckOptions, "seed" | "tries" | "runs">;

/** Checks a server, some of its mistakes switched on. */
export async function judged(name: string, switched: readonly string[], effort: Effort): Promise<Judged> {
  const report = await withStranger(name, switched, (target) => check({ target, shrink: false, ...effort }));
  const there = mistakesOf(name).filter((mistake) => mistake.always || switched.includes(mistake.name ?? ""));
  const differing = [...report.properties, ...report.scenarios].filter(({ verdict }) => verdict === "differs");
  const broken = new Set(there.flatMap(({ clauses }) => clauses));
  const shown = new Set(differing.flatMap(({ clauses }) => clauses));
  const isNamed = ({ clauses }: Mistake): boolean => clauses.some((id) => shown.has(id));
  return {
    report,
    accusations: differing
      .filter(({ clauses }) => !clauses.some((id) => broken.has(id)))
      .map(({ address, reason }) => `${address}: ${String(reason).slice(0, 300)}`),
    named: there.filter(isNamed),
    missed: there.filter((mistake) => !isNamed(mistake)),
  };
}
