// Builds dist/ when the compiler is there; an install without dev dependencies has nothing to build with.
import { existsSync } from "node:fs";

if (existsSync(new URL("../node_modules/typescript", import.meta.url))) await import("./build.mjs");
else console.error("touchstone: TypeScript is not installed, dist/ was not built (run `npm ci` without --omit=dev)");
