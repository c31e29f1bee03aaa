import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../conformance/check/check.ts";
import { Bench } from "../conformance/mutants/bench.ts";
import { allMutants } from "../conformance/mutants/index.ts";
import type { Mutant } from "../conformance/mutants/kit/mutant.ts";
import { MutantProxy, ServedProxy } from "../conformance/mutants/proxy.ts";
import { nightly } from "../conformance/night.test.kit.ts";
import type { Scenario } from "../conformance/play/scenario.ts";
import { powerTable } from "../conformance/power/table.ts";
import type { SavedRun } from "../conformance/run/counterexample.ts";
import { listen } from "../sim/adapters/node.ts";
import type { Simulator } from "../sim/index.ts";
import { programText } from "./commands/replay.ts";
import { isUsageError } from "./io.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
const seed = 5;

/** The simulator behind a broken server, whose own `exchange` is that of the server in front of it. */
class Behind extends ServedProxy {
  readonly exchange: Simulator["exchange"];
  readonly #simulator: Simulator;

  constructor(simulator: Simulator) {
    super(simulator);
    this.exchange = simulator.exchange.bind(simulator);
    this.#simulator = simulator;
  }
  fork(): Behind {
    return new Behind(this.#simulator.fork());
  }
}

/** Serves a simulator with the fault of a mutant, where one is given. */
function serve(simulator: Simulator, mutant?: Mutant) {
  if (mutant) {
    const front = new MutantProxy(new Behind(simulator), mutant, { fired: false });
    simulator.exchange = (wire) => front.exchange(wire);
  }
  return listen(simulator);
}

/** Each language that is installed with its file's ending and the command that runs it. */
const languages = (
  [
    ["curl", "sh", ["bash"], ["jq", "--version"]],
    ["fetch", "mjs", [process.execPath], [process.execPath, "--version"]],
    ["python", "py", ["python3"], ["python3", "-c", "import requests"]],
    ["go", "go", ["go", "run"], ["go", "version"]],
  ] as const
).filter(([, , , [command, ...args]]) => spawnSync(command, args).status === 0);

/** Go takes two seconds of processor time for each program: so many are tried in it. */
const inGo = 10;

interface Ended {
  readonly code: number;
  readonly output: string;
}

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(command, args, { env: { ...process.env, ...env }, timeout: 120_000 }, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, output: `${out}${err}` }),
    ),
  );

const credentials = ({ cast }: Simulator): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cast).flatMap(([name, { email, api_key, password }]) => [
      [name.toUpperCase(), `${email}:${api_key}`],
      [`${name.toUpperCase()}_PASSWORD`, password ?? ""],
    ]),
  );

type Saved = Scenario | (SavedRun & { readonly format: "touchstone-property" });

const bench = new Bench(seed);

/** Returns what shows a mutant, as `check --save` keeps it: of a property, or of a scenario of the covering set. */
async function counterexampleOf(mutant: Mutant, address: string): Promise<Saved | undefined> {
  const { properties, scenarios } = await check({
    ...{ target: bench.broken(mutant), seed, runs: 0, concurrent: 0, tries: 0, only: [address] },
  });
  const property = properties.find((result) => result.address === address && result.verdict === "differs");
  const path = property?.path;
  if (property) return { format: "touchstone-property", property: address, seed, ...(path !== undefined && { path }) };
  return scenarios.find(({ verdict }) => verdict === "differs")?.scenario;
}

/**
 * Mutants that a program over HTTP cannot show: one gives two things one id, so that nobody can tell which of them is meant; one takes a key with a
 * colon in it, which the server refuses before that; and what is left of the scenario that shows one, when it is shortened, a ruling explains.
 */
const unshown = new Set(["deleted-id-reused", "key-compared-at-its-length", "anchor-told-wrong"]);

/** The units that notice each mutant: of every other one the scenarios first, of the rest the properties. */
function unitsOf(place: number): string[] {
  const found = powerTable.units.filter(({ kills }) => kills.includes(place)).map(({ address }) => address);
  const isScenario = (address: string): boolean => address.startsWith("cover/");
  const inOrder = [...found.filter(isScenario).slice(0, 1), ...found.filter((address) => !isScenario(address)).slice(0, 2)];
  return place % 2 === 0 ? inOrder : inOrder.reverse();
}

/** Returns how a mutant's programs ended otherwise than they have to, one line each; undefined where it has no counterexample or no program. */
async function wrongEnds(mutant: Mutant, saved: Saved, withGo: boolean): Promise<string[] | string> {
  const wrong: string[] = [];
  const servers = [
    { words: "faulty", expected: 1, simulator: bench.server(mutant).fork(), mutant },
    { words: "mended", expected: 0, simulator: bench.unbroken(mutant).fork(), mutant: undefined },
  ];
  for (const [name, ending, [command, ...args]] of languages) {
    if (name === "go" && !withGo) continue;
    const program = join(directory, `${mutant.name.replaceAll(/\W/g, "-")}.${ending}`);
    try {
      writeFileSync(program, await programText(bench.broken(mutant), saved, name));
    } catch (problem) {
      if (isUsageError(problem)) return problem.message;
      return [`${mutant.name}, ${name}: ${problem instanceof Error ? problem.stack : String(problem)}`];
    }
    for (const { words, expected, simulator, mutant: fault } of servers) {
      const own = simulator.fork();
      const server = await serve(own, fault);
      // Addresses that are hidden name the host, as they did where the counterexample was found.
      own.serveAt(simulator.server.url);
      const { code, output } = await run(command, [...args, program, server.url], credentials(simulator));
      await server.close();
      if (code !== expected) wrong.push(`${mutant.name}, ${name}: ${code} on the ${words} server: ${output.slice(0, 400)}`);
    }
  }
  return wrong;
}

const wanted = 100;

// By day cli/programs.test.ts and cli/programs-of-strangers.test.ts run programs.
nightly(`each of ${wanted} counterexamples is a program, which ends with 1 on the faulty server and with 0 on the mended one`, async () => {
  const mutants = new Map((await allMutants()).map((mutant) => [mutant.name, mutant]));
  const step = Math.floor(powerTable.mutants.length / (wanted * 1.3 + 6));
  const wrong: string[] = [];
  const without: string[] = [];
  let made = 0;
  for (let place = 0; place < powerTable.mutants.length && made < wanted; place += step) {
    const mutant = mutants.get(powerTable.mutants[place] ?? "");
    for (const address of mutant && !unshown.has(mutant.name) ? unitsOf(place) : []) {
      const saved = mutant && (await counterexampleOf(mutant, address));
      if (!mutant || !saved) continue;
      const ended = await wrongEnds(mutant, saved, made < inGo);
      if (typeof ended === "string") {
        without.push(`${mutant.name} by ${address}: ${ended}`);
        continue;
      }
      wrong.push(...ended.map((line) => `${address}: ${line}`));
      made += 1;
      break;
    }
  }
  console.log(`${made} counterexamples in ${languages.map(([name]) => name).join(", ")}; ${without.length} that no program shows`);
  for (const line of without) console.log(`  ${line}`);
  assert.equal(wrong, []);
  assert.is(made, wanted);
});

test.run();
