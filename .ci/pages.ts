// Writes cli/README.md: what each command says of itself with --help. `npm run pages`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandsPage } from "../cli/page.test.kit.ts";

writeFileSync(fileURLToPath(new URL("../cli/README.md", import.meta.url)), await commandsPage());
