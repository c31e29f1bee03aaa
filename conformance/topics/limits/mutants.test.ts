import { readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { limits } from "../../../sim/core/limits.ts";

/** The numbers that a registration tells, as code has them. */
const told = [limits.topicLength, limits.messageLength, limits.folderNameLength, limits.folderDescriptionLength];
const spellings = [...new Set(told.flatMap((bound) => [String(bound), bound.toLocaleString("en").replaceAll(",", "_")]))];

test("a bound of texts stands in no mutant: the server behind tells it", () => {
  const folder = new URL("../../", import.meta.url);
  const files = ["endpoints", "topics"].flatMap((name) =>
    readdirSync(new URL(name, folder), { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`),
  );
  const mutants = files.filter((file) => /\/mutants(\.\w+)?\.ts$/.test(file) && !file.endsWith(".test.ts"));
  assert.ok(mutants.length > 20);
  const pattern = new RegExp(`(?<![\\w.{])(${spellings.join("|")})(?!\\w)`);
  const found = mutants.flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  assert.equal(found, []);
});

test.run();
