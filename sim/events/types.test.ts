import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventSources } from "./types.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Files that are of no single type. */
const common = ["audience", "deliver", "field-levels", "types"];

test("every type of event has one file, and every other file is common to them", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  assert.equal(files.map((name) => name.replace(/\.ts$/, "")).sort(), [...Object.keys(eventSources), ...common].sort());
});

test("the README lists every type with what tells of it", () => {
  const rows = [...readFileSync(`${folder}README.md`, "utf8").matchAll(/^\| `(\w+)` \|.*\| (\w+) \|$/gm)];
  assert.equal(Object.fromEntries(rows.map(([, type, source]) => [type, source])), { ...eventSources });
});

test.run();
