import { Command, CommanderError } from "commander";
import { exitCodes, type Io, UsageError } from "./io.ts";

/** What a command's file exports: its options and how it runs. Only the command that is asked for is loaded. */
export interface CommandModule {
  define(command: Command, io: Io, done: (exitCode: number) => void): void;
}

const commands: Readonly<Record<string, { readonly does: string; readonly load: () => Promise<CommandModule> }>> = {
  serve: { does: "run the simulator over HTTP", load: () => import("./commands/serve.ts") },
  doctor: { does: "say what a server is, and what of it can be tested", load: () => import("./commands/doctor.ts") },
  check: { does: "run the conformance suite, on a server or on the embedded simulator", load: () => import("./commands/check.ts") },
  replay: { does: "run a saved counterexample again", load: () => import("./commands/replay.ts") },
  list: { does: "list every clause with the properties that prove it", load: () => import("./commands/list.ts") },
  mutants: { does: "run the suite on the simulator broken in each named way", load: () => import("./commands/mutants.ts") },
  merge: { does: "make one report of the reports of shards", load: () => import("./commands/merge.ts") },
};

/** The long flags of a command, for complaints about an unknown one. */
const flags = (command: Command): string => command.options.map(({ long }) => long).join(", ");

function complaint(problem: CommanderError, command: Command): string {
  const [first = ""] = problem.message.replace(/^error: /, "").split("\n");
  if (problem.code === "commander.unknownOption") return `${first}; accepted are ${flags(command)}`;
  if (problem.code === "commander.unknownCommand") return `${first}; accepted are ${Object.keys(commands).join(", ")}`;
  return first;
}

/** Reads a command line, runs its command, and gives the exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = new Command("touchstone")
    .description("A deterministic simulator of a team chat HTTP API, with a clock you move.")
    .version("0.1.0", "--version")
    .addHelpText("after", "\nExample:\n  $ touchstone serve --realm small --port 9991")
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} });
  const all = new Map<string, Command>();
  for (const [name, { does, load }] of Object.entries(commands)) {
    const command = program.command(name).description(does).copyInheritedSettings(program);
    all.set(name, command);
    if (args.includes(name)) (await load()).define(command, io, (code) => (exitCode = code));
  }
  const chosen = all.get(args[0] ?? "") ?? program;
  try {
    await program.parseAsync(args.length === 0 ? ["--help"] : args, { from: "user" });
    return exitCode;
  } catch (problem) {
    if (problem instanceof CommanderError && problem.exitCode === 0) return exitCodes.ok;
    if (!(problem instanceof CommanderError || problem instanceof UsageError)) throw problem;
    const line = problem instanceof CommanderError ? complaint(problem, chosen) : problem.message;
    io.err(`touchstone${chosen === program ? "" : ` ${chosen.name()}`}: ${line}\n`);
    return exitCodes.usage;
  }
}
