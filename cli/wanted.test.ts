import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstone } from "./captured.test.kit.ts";
import { removeOutdated } from "./wanted.ts";

const folder = mkdtempSync(join(tmpdir(), "wanted-"));
const formats = ["text", "details", "agent", "json", "junit", "html", "github", "badge"];
const named = (name: string) => formats.map((format) => ({ format, file: join(folder, `${name}.${format}`) }));
const check = (all: readonly { format: string; file: string }[], ...args: string[]) =>
  touchstone(
    "check",
    ...args,
    "--only",
    "typing.post/op",
    "--seed",
    "1",
    ...all.flatMap(({ format, file }) => ["--report", `${format}=${file}`]),
  );

test("a report is written over one of its format, over an empty file, and over no other", async () => {
  const all = named("own");
  for (const { file } of all) writeFileSync(file, "\n");
  assert.is((await check(all)).code, 0);
  assert.is((await check(all)).code, 0);
  const kept = '{ "name": "mine" }\n';
  for (const { format } of all) {
    const file = join(folder, "package.json");
    writeFileSync(file, kept);
    const { code, out, err } = await check([{ format, file }]);
    const line = `touchstone check: --report ${format}=${file}: the file is no ${format} report, and would be lost; a new file, or such a report, is accepted\n`;
    assert.equal([code, out, err], [2, "", line]);
    assert.is(readFileSync(file, "utf8"), kept);
  }
});

test("of the files that reports go to, only reports of that format are removed", async () => {
  const all = named("old");
  await check(all);
  const other = { format: "json", file: join(folder, "settings.json") };
  writeFileSync(other.file, "{}");
  const files = all.map(({ file }) => file);
  assert.equal(removeOutdated([...all, other], undefined), { removed: files, left: [], others: [other.file] });
  assert.equal(
    [...files, other.file].filter((file) => existsSync(file)),
    [other.file],
  );
});

test("where nothing answers, an empty file in the place of a report stays, and is named", async () => {
  const file = join(folder, "empty.xml");
  writeFileSync(file, "");
  const { code, err } = await check([{ format: "junit", file }], "http://127.0.0.1:1");
  assert.is(code, 3);
  assert.ok(err.endsWith(`touchstone check: left as they are, since they are no reports: ${file}\n`), err);
  assert.ok(existsSync(file));
});

test("what client reports is known, too", async () => {
  const all = ["text", "json", "junit"].flatMap((format) => ["--report", `${format}=${join(folder, `client.${format}`)}`]);
  const run = () => touchstone("client", "--only", "plain", ...all, "--", process.execPath, "-e", "0");
  const [first, second] = [await run(), await run()];
  assert.equal([first.code, second.code].includes(2), false, second.err);
});

test.run();
