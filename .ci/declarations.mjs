// Keeps of dist/'s declarations those that an entry of the package leads to: nobody can import the others.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

function reachedFrom(file, reached = new Set()) {
  if (reached.has(file) || !existsSync(file)) return reached;
  reached.add(file);
  for (const [, target] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)\.[jt]s"/g))
    reachedFrom(join(dirname(file), `${target}.d.ts`), reached);
  return reached;
}

/** Removes from a folder each declaration that none of the files named leads to. */
export function keepReached(folder, entries) {
  const reached = new Set(entries.flatMap((entry) => [...reachedFrom(join(folder, entry))]));
  for (const file of readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    if (file.endsWith(".d.ts") && !reached.has(file)) rmSync(file);
}
