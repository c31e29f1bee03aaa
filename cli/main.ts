import { setFlagsFromString } from "node:v8";
import { Command, CommanderError } from "commander";
import { acceptedWords, configure } from "./configured.ts";
import { guarded } from "./gate.ts";
import { exitCodes, type Io, isUsageError, type Outlet } from "./io.ts";
import { refuseOverwriting } from "./places.ts";
import { version } from "./version.ts";

/** Moves a `--strict` to the end where what follows is no word alone, so that it does not take a URL or a file. Leaves alone what follows `--`. */
function withStrictLast(all: readonly string[]): string[] {
  const end = all.includes("--") ? all.indexOf("--") : all.length;
  const [args, rest] = [all.slice(0, end), all.slice(end)];
  const isBare = (word: string, i: number): boolean => word === "--strict" && !/^[a-z]\w*$/i.test(args[i + 1] ?? "");
  return [...args.filter((word, i) => !isBare(word, i)), ...args.filter(isBare), ...rest];
}

/** The exports of a command's file: its options and how it runs. Only the command that is asked for is loaded. */
interface CommandModule {
  define(command: Command, io: Io, done: (exitCode: number) => void): void;
}

/**
 * Has functions compiled without those that they call, and only once they have run twice as long as V8 waits by default. A check lasts seconds and
 * comes to code of every kind: to compile it took a third of all its processor time, more than inlined code won back, in one of 20 s too.
 */
function compilePlainly(): void {
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=0");
  setFlagsFromString("--interrupt-budget=300000");
}

/** All that the suite needs is loaded only for its commands, and all that the simulator needs for no page of help but its own. */
const suite = () => {
  // Before the bundle is loaded: its machine code was kept under this flag, and is not used under others.
  compilePlainly();
  return import("./suite.ts");
};
const simulator = () => import("./simulator.ts");

const commands: Readonly<Record<string, { readonly does: string; readonly load: () => Promise<CommandModule> }>> = {
  serve: { does: "run the simulator over HTTP", load: async () => (await simulator()).serve },
  doctor: { does: "describe a server, and say what can be tested there", load: async () => (await suite()).doctor },
  check: { does: "run the conformance suite, on a server or on the embedded simulator", load: async () => (await suite()).check },
  undo: { does: "take back what a run that was killed changed on a server", load: async () => (await suite()).undo },
  next: { does: "say how far a server has come, and the one thing to do next", load: async () => (await suite()).next },
  compare: { does: "ask two servers and the model the same, and say which differs", load: async () => (await suite()).compare },
  record: { does: "record what passes between clients and a server", load: async () => (await suite()).record },
  realm: { does: "write a realm file from what a server tells, or the schema of such files", load: async () => (await suite()).realm },
  replay: { does: "run a saved counterexample again", load: async () => (await suite()).replay },
  list: { does: "list every clause with the properties that prove it", load: async () => (await suite()).list },
  explain: { does: "explain a clause, a ruling, an endpoint, or a cause of a report", load: async () => (await suite()).explain },
  mutants: { does: "break the simulator in each named way, and print what notices it", load: async () => (await suite()).mutants },
  client: { does: "run a client where its server makes trouble, and say how it does", load: async () => (await simulator()).client },
  openapi: { does: "print the API as an OpenAPI document", load: async () => (await simulator()).openapi },
  certify: {
    does: "check that the simulator gives the same bytes here as on every other machine",
    load: async () => (await suite()).certify,
  },
  merge: { does: "merge the reports of shards into one", load: async () => (await suite()).merge },
};

/** Flags that have another name now, by command: the former ones go on working. */
const formerFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: { "--concurrent": "--racing", "--html": "--compare-html" },
  compare: { "--html": "--compare-html" },
};

/** Puts the names of now in place of former ones, and says so. */
function renamed([command = "", ...rest]: readonly string[], io: Io): string[] {
  const former = new Map(Object.entries(formerFlags[command] ?? {}));
  const flags = rest.map((word) => {
    const [flag = "", ...value] = word.split("=");
    const name = former.get(flag);
    if (name === undefined) return word;
    io.err(`touchstone ${command}: ${flag} is called ${name} now\n`);
    return [name, ...value].join("=");
  });
  return [command, ...flags];
}

/** Returns what stands for a command line of other words: of `help` with no command the word alone, which is refused like any unknown command. */
function plainly(args: readonly string[]): readonly string[] {
  const [first = "", second] = args;
  if (first === "version") return ["--version"];
  if (first === "help" && second === "version") return ["--version"];
  return first === "help" && second !== undefined && !Object.hasOwn(commands, second) ? [second] : args;
}

function complaint(problem: CommanderError, command: Command): string {
  const [first = ""] = problem.message.replace(/^error: /, "").split("\n");
  const [, unknown = ""] = /'(.*)'/s.exec(first) ?? [];
  const port = command.args.find((word) => /^\d{1,5}$/.test(word) && Number(word) < 65_536);
  const flags = [...command.options.flatMap(({ long }) => long ?? []), "--help"];
  if (problem.code === "commander.excessArguments") {
    const odd = command.args.slice(command.registeredArguments.length).map((word) => JSON.stringify(word));
    const accepted = port !== undefined && flags.includes("--port") ? ` Accepted is --port ${port}.` : "";
    return `${first.replace(". ", `: ${odd.join(", ")}. `)}${accepted}`;
  }
  if (problem.code === "commander.unknownOption") {
    const argument = command.registeredArguments.find((one) => `--${one.name()}` === unknown.replace(/=.*$/s, ""));
    const bare = argument ? `the ${argument.name()} stands by itself, touchstone ${command.name()} <${argument.name()}>; ` : "";
    return `${first}; ${bare}${acceptedWords(unknown, flags)}`;
  }
  if (problem.code === "commander.unknownCommand") return `${first}; ${acceptedWords(unknown, Object.keys(commands))}`;
  return first;
}

/** Reads a command line, runs its command, and gives the exit code. */
export const main = (args: readonly string[], outlet: Outlet): Promise<number> => guarded(outlet, (io) => run(plainly(args), io));

async function run(args: readonly string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = new Command("touchstone")
    .description("A deterministic simulator of a team chat HTTP API, with a clock you move, and its conformance suite.")
    .version(version, "-v, --version")
    .addHelpText(
      "after",
      "\nOptions stand in variables such as TOUCHSTONE_PORT, and in touchstone.config.json, too.\n\nExample:\n  $ touchstone serve --realm small --port 9991\n  $ touchstone check https://chat.example.org --target target.json",
    )
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} });
  const asked = args[0] === "help" ? args[1] : args[0];
  const all = new Map<string, Command>();
  let sourced = (complaint: string): string => complaint;
  for (const [name, { does, load }] of Object.entries(commands)) {
    const command = program.command(name).description(does).copyInheritedSettings(program);
    all.set(name, command);
    if (asked !== name) continue;
    (await load()).define(command, io, (code) => (exitCode = code));
    sourced = configure(command, io);
    command.hook("preAction", refuseOverwriting);
  }
  const chosen = all.get(args[0] ?? "") ?? program;
  try {
    await program.parseAsync(args.length === 0 ? ["--help"] : withStrictLast(renamed(args, io)), { from: "user" });
    return exitCode;
  } catch (problem) {
    if (problem instanceof CommanderError && problem.exitCode === 0) return exitCodes.ok;
    if (!(problem instanceof CommanderError || isUsageError(problem))) throw problem;
    const line = problem instanceof CommanderError ? complaint(problem, chosen) : sourced(problem.message);
    io.err(`touchstone${chosen === program ? "" : ` ${chosen.name()}`}: ${line}\n`);
    return exitCodes.usage;
  }
}
