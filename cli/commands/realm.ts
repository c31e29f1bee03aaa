import { type Command, Option } from "commander";
import { realmSchema } from "../../sim/index.ts";
import { exitCodes, type Io } from "../io.ts";

/** `touchstone realm --schema`: the JSON schema of realm files on stdout. */
export function realm(io: Io): number {
  io.out(`${JSON.stringify(realmSchema, null, 2)}\n`);
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .addOption(new Option("--schema", "print the JSON schema of realm files, draft 2020-12, for editors").makeOptionMandatory())
    .addHelpText("after", "\nExample:\n  $ touchstone realm --schema > realm.schema.json")
    .action(() => done(realm(io)));
}
