import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay, isNight } from "../night.test.kit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { readonly scripts: Readonly<Record<string, string>> };

/** The scripts of package.json that run a file of this project, which is what stands behind `node` there. */
const files = Object.entries(scripts).flatMap(([name, script]): [string, string][] => {
  const [, file] = /node [^&]*?((?:dist\/)?\.ci\/\S+|conformance\/\S+)$/.exec(script) ?? [];
  return file === undefined || name === "prepare" ? [] : [[name, file.replace("dist/modules/.ci/bench.js", ".ci/bench.ts")]];
});

/** By day one that would search for minutes, and one that writes pages. */
const light = ["cover", "pages"];
const tried = files.filter(([name]) => byDay(light.includes(name), true));

/** Runs a file with one word behind it. It is ended before it could have done what it is for. */
function ran(file: string, word: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", file, word], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test("the scripts of package.json are found", () => {
  assert.ok(files.length >= 16, files.map(([name]) => name).join(", "));
  assert.is(tried.length, isNight ? files.length : light.length);
});

for (const [name, file] of tried)
  test(`npm run ${name} refuses an option that there is not, and answers --help, before it does anything`, () => {
    const refused = ran(file, "--nonsense");
    assert.is(refused.stderr, "error: unknown option '--nonsense'\n");
    assert.is(refused.status, 1);
    const { status, stdout } = ran(file, "--help");
    assert.is(status, 0);
    assert.match(stdout, new RegExp(`^Usage: npm run ${name} -- \\[options\\]`));
  });

test.run();
