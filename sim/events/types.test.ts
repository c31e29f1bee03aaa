import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventFacts } from "./types.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Files that are of no single type. */
const common = ["audience", "deliver", "field-levels", "types"];

test("every type of event has one file, and every other file is common to them", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  assert.equal(files.map((name) => name.replace(/\.ts$/, "")).sort(), [...Object.keys(eventFacts), ...common].sort());
});

test.run();
