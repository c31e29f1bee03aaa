// Writes cli/README.md.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { commandsPage } from "../cli/page.test.kit.ts";

new Command("npm run pages --").description("write cli/README.md: what each command says of itself with --help").parse();

writeFileSync(fileURLToPath(new URL("../cli/README.md", import.meta.url)), await commandsPage());
