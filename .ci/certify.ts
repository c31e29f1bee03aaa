// Runs what `touchstone certify` runs, in a checkout. `--write` makes the outcome the table of the package.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { certify } from "../conformance/certificate/index.ts";

const rows = await certify();
const file = fileURLToPath(new URL("../conformance/certificate/table.json", import.meta.url));
const differing = rows.filter(({ differsAt }) => differsAt !== undefined);
if (process.argv.includes("--write")) {
  const table = rows.map(({ name, exchanges, digest, parts }) => ({ name, exchanges, digest, parts }));
  writeFileSync(file, `${JSON.stringify(table, undefined, 2)}\n`);
} else if (differing.length > 0) process.exitCode = 1;
console.log(`node ${process.version}: ${rows.length} runs, ${differing.length} differ from the table`);
for (const { name, differsAt, exchange } of differing) console.log(`${name}: exchange ${differsAt}\n${exchange ?? ""}`.slice(0, 1000));
