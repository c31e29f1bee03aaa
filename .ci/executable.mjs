// Makes of dist/ one file that needs neither Node nor npm: a copy of the Node that runs this, with the command in it. `npm run build` comes
// before it.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { build } from "esbuild";
import { inject } from "postject";

const [named] = new Command("npm run executable --")
  .description("make of dist/ one file for linux that needs no Node")
  .argument("[file]", "default dist/touchstone")
  .parse().args;

const root = fileURLToPath(new URL("..", import.meta.url));
const bundles = join(root, "dist/cli");
const file = resolve(named ?? join(root, "dist/touchstone"));

/** Returns a path of the package, or the files in the folder that it is of. */
function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`));
}

function fail(line) {
  console.error(`executable: ${line}`);
  process.exit(1);
}
if (process.platform !== "linux") fail(`it is made for linux alone, and this is ${process.platform}`);
if (!existsSync(join(bundles, "launch.cjs"))) fail("there is no dist/cli/launch.cjs; npm run build makes it");

const folder = mkdtempSync(join(tmpdir(), "executable-"));
try {
  /** Packages that the bundles leave outside, a file for each. */
  const packages = ["undici", "selfsigned"];
  for (const name of packages)
    await build({
      stdin: { contents: `module.exports = require("${name}");`, resolveDir: root },
      outfile: join(folder, `${name}.cjs`),
      bundle: true,
      minify: true,
      charset: "ascii",
      format: "cjs",
      platform: "node",
      target: "node20",
      logLevel: "warning",
    });
  const programs = readdirSync(bundles).filter((name) => name.endsWith(".cjs"));
  const caches = readdirSync(bundles).filter((name) => name.endsWith(".cache"));
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const data = files.filter((path) => /^fixtures\/|\.json$/.test(path)).flatMap(filesIn);
  const assets = Object.fromEntries([
    ...[...programs, ...caches].map((name) => [name, join(bundles, name)]),
    ...packages.map((name) => [`${name}.cjs`, join(folder, `${name}.cjs`)]),
    ...data.map((path) => [path, join(root, path)]),
  ]);
  const config = join(folder, "sea.json");
  const blob = join(folder, "touchstone.blob");
  writeFileSync(config, JSON.stringify({ main: join(bundles, "launch.cjs"), output: blob, disableExperimentalSEAWarning: true, assets }));
  const { status, stderr } = spawnSync(process.execPath, ["--experimental-sea-config", config], { encoding: "utf8" });
  if (status !== 0) fail(stderr);
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  await inject(file, "NODE_SEA_BLOB", readFileSync(blob), { sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2" });
  console.log(file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
