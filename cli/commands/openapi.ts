import { type Command, Option } from "commander";
import { newestLevel } from "../../sim/index.ts";
import { controlApi, openApi } from "../../sim/openapi/document.ts";
import { exitCodes, type Io } from "../io.ts";
import * as options from "../options.ts";

export interface OpenApiOptions {
  readonly level: number;
  readonly brand: string;
  readonly support?: boolean;
  readonly all?: boolean;
  readonly control?: boolean;
}

/** `touchstone openapi`: the endpoints as an OpenAPI document, JSON on stdout. */
export function openapi({ support, all, control, ...server }: OpenApiOptions, io: Io): number {
  const document = control ? controlApi() : openApi(server, all ? "all" : support ? "support" : undefined);
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--level <number>", `feature level of the server, 1 to ${newestLevel}`, options.level, newestLevel)
    .option("--brand <word>", "the word that names carry on the wire", options.brand, "service")
    .option("--support", "also what servers have beside them: what their own clients call, and the control API that check steers")
    .option("--all", "all of that, the whole control API, and each type of event")
    .addOption(
      new Option("--control", "the control API of serve alone, for clients of it in your language").conflicts([
        "support",
        "all",
        "level",
        "brand",
      ]),
    )
    .addHelpText("after", "\nExamples:\n  $ touchstone openapi --level 400 > openapi.json\n  $ touchstone openapi --control > control.json")
    .action((given: OpenApiOptions) => done(openapi(given, io)));
}
