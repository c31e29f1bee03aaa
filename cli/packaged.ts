import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";

/** The package: its bundles stand two folders below it, this file one. */
const root = typeof __dirname === "undefined" ? join(dirname(fileURLToPath(import.meta.url)), "..") : join(__dirname, "../..");

/** Returns a file that comes with the package; the single executable holds it. @param path below the package's folder */
export const packaged = (path: string): Buffer => (isSea() ? Buffer.from(getAsset(path)) : readFileSync(join(root, path)));
