// Measures what each property needs of a target, and writes the table by which doctor says what can be tested.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { properties } from "../conformance/engine/catalogue.ts";
import { measuredNeeds } from "../conformance/targets/needs/measure.ts";
import { type Needs, tableOf } from "../conformance/targets/needs/table.ts";

const file = fileURLToPath(new URL("../conformance/targets/needs/table.json", import.meta.url));
const all = new Map<string, readonly Needs[]>();
for (const [address, property] of properties) {
  all.set(address, await measuredNeeds(address, property));
  if (all.size % 100 === 0) console.error(`${all.size} of ${properties.size}`);
}
const { properties: rows, ...lists } = tableOf(all);
const lines = Object.entries(rows).map(([address, needs]) => `    ${JSON.stringify(address)}: ${JSON.stringify(needs)}`);
const head = Object.entries(lists).map(([name, list]) => `  ${JSON.stringify(name)}: ${JSON.stringify(list)},`);
writeFileSync(file, `{\n${head.join("\n")}\n  "properties": {\n${lines.join(",\n")}\n  }\n}\n`);
console.log(`${all.size} properties measured`);
