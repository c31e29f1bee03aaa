// Measures what each property needs of a target, and writes the table by which doctor says what can be tested.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { properties } from "../conformance/catalogue/catalogue.ts";
import { measuredNeeds } from "../conformance/targets/needs/measure.ts";
import { type Alternatives, tableOf } from "../conformance/targets/needs/table.ts";

new Command("npm run needs --").description("measure what each property needs of a target: the table by which doctor promises").parse();

const file = fileURLToPath(new URL("../conformance/targets/needs/table.json", import.meta.url));
const all = new Map<string, readonly Alternatives[]>();
for (const [address, property] of properties) {
  all.set(address, await measuredNeeds(address, property));
  if (all.size % 100 === 0) console.error(`${all.size} of ${properties.size}`);
}
const { properties: rows, things, reasons, sets } = tableOf(all);
const list = (items: readonly unknown[]): string => `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
const object = Object.entries(rows).map(([address, set]) => `    ${JSON.stringify(address)}: ${set}`);
const lists = Object.entries({ things, reasons, sets }).map(([name, items]) => `  "${name}": ${list(items)},\n`);
writeFileSync(file, `{\n${lists.join("")}  "properties": {\n${object.join(",\n")}\n  }\n}\n`);
console.log(`${all.size} properties measured`);
