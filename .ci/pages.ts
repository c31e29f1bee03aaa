// Writes cli/README.md and sim/actions.md.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { actionsPage } from "../cli/actions-page.test.kit.ts";
import { commandsPage } from "../cli/page.test.kit.ts";

new Command("npm run pages --")
  .description("write cli/README.md, what each command says of itself with --help, and sim/actions.md")
  .parse();

const write = (path: string, text: string): void => writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);

write("cli/README.md", await commandsPage());
write("sim/actions.md", actionsPage());
