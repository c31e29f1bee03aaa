import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

test("where a level that is required is reached, every report is that of a success and says what differs above it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-reports-"));
  const at = (format: string): string => join(folder, format);
  let told = "";
  const io = { out: (text: string) => void (told += text), err: () => {}, interrupted: () => new Promise<void>(() => {}) };
  const wanted = (["junit", "github", "agent"] as const).map((format) => ({ format, file: at(format) }));
  const written = async (level: number): Promise<string[]> => {
    told = "";
    await write(wrongFolders, withText(wanted), { clauses: [], args: [], saved: new Map(), level }, io);
    return wanted.map(({ file }) => readFileSync(file, "utf8"));
  };
  try {
    const [junit, github, agent] = await written(3);
    const closing = /Level 3 is reached, as required; above it the target does not conform: 1 result differs; /;
    assert.match(told, closing);
    assert.match(junit!, /failures="0"[^>]* errors="0"/);
    assert.match(junit!, '<skipped message="above the level that is required: the name is taken"');
    assert.match(github!, /^::notice title=touchstone::Level 3 is reached, as required; /);
    assert.not.match(github!, "::error");
    assert.match(github!, /^::warning title=channel_folders-id.patch\/sameName differs::/m);
    assert.equal([JSON.parse(agent!).conforms, closing.test(JSON.parse(agent!).outcome)], [false, true]);
    const [failing, errors] = await written(7);
    assert.match(told, /The target does not conform: 1 result differs; /);
    assert.match(failing!, 'failures="1"');
    assert.match(errors!, /^::error title=channel_folders-id.patch\/sameName differs::/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
