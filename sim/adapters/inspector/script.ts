import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * The script of the page as one text. A checkout makes it of its modules when it is first needed; the build puts the text itself in
 * the place of this module.
 */
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("./main.ts", import.meta.url))],
  bundle: true,
  write: false,
  format: "iife",
  target: "es2022",
});

export const script = outputFiles.map(({ text }) => text).join("");
