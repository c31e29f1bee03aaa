// Builds dist/: tsc checks types and writes declarations and modules; esbuild then puts the modules behind each entry into a few
// files, since loading hundreds costs more than running them.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const { build } = await import("esbuild");
await build({
  absWorkingDir: root,
  entryPoints: ["cli/main.ts", "sim/index.ts", "sim/adapters/node.ts", "sim/adapters/fetch.ts"],
  outdir: "dist",
  outbase: ".",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:*", "undici", "msw", "commander"],
  target: "node20",
  sourcemap: true,
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: "warning",
  allowOverwrite: true,
});
