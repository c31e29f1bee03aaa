import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { reportOf } from "../conformance/ladder/ladder.test.kit.ts";
import type { Requirement } from "./options.ts";
import { exitCodeOf, withText, write } from "./reports.ts";

/** A report in which what is about folders, of level 7, differs. */
const wrongFolders = reportOf((address) =>
  address === "channel_folders-id.patch/sameName" ? { verdict: "differs", reason: "the name is taken" } : undefined,
);

/** Returns the exit code of that report, and what is said of it. */
function codeWith(required: Requirement | undefined): readonly [code: number, said: string] {
  let said = "";
  const io = { out: () => {}, err: (text: string) => void (said += text), interrupted: () => new Promise<void>(() => {}) };
  return [exitCodeOf(wrongFolders, "check", io, required), said];
}

test("a level that is required decides alone: what differs above it does not count", () => {
  assert.equal(codeWith(undefined), [1, ""]);
  assert.equal(codeWith({ level: 3 }), [
    0,
    "touchstone check: level 3 is reached, as required; what differs is of higher levels, or shown by scenarios alone\n",
  ]);
  const [code, said] = codeWith({ level: 7 });
  assert.is(code, 1);
  assert.match(said, /^touchstone check: level 6 is reached, and level 7 is required; touchstone next says what to do\n$/);
});

test("the text of a run names the file of the page that the same run writes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-reports-"));
  const file = join(folder, "r1.html");
  const properties = wrongFolders.properties.map((result) => ({ ...result, verdict: "differs" as const, reason: "it differs" }));
  let told = "";
  const io = { out: (text: string) => void (told += text), err: () => {}, interrupted: () => new Promise<void>(() => {}) };
  const context = { clauses: [], args: [], saved: new Map() };
  try {
    await write({ ...wrongFolders, properties }, withText([{ format: "html", file }]), context, io);
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.ok(told.includes(`more causes: ${file} shows all`), told);
});

test.run();
