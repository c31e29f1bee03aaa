// Builds dist/ when the compiler is there; an install without dev dependencies has nothing to build with.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
if (!existsSync(tsc)) {
  console.error("touchstone: TypeScript is not installed, dist/ was not built (run `npm ci` without --omit=dev)");
  process.exit(0);
}
const root = fileURLToPath(new URL("..", import.meta.url));
process.exit(spawnSync(process.execPath, [tsc, "-p", "."], { cwd: root, stdio: "inherit" }).status ?? 1);
