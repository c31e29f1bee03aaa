import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { nightly } from "../conformance/night.test.kit.ts";
import { installed } from "./installed.test.kit.ts";

// What users of other languages begin with runs as it is, from the packed package, where the language is there.

const run = promisify(execFile);
const start = fileURLToPath(new URL("../fixtures/start", import.meta.url));

interface Start {
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  /** The command that shows that the language is there. */
  readonly needs: readonly [string, ...string[]];
  /** The line it prints when all passed. */
  readonly says: RegExp;
  /** Tried by night only: Go compiles its own library first, which takes more than all the others. */
  readonly isSlow?: boolean;
  /** Whether it waits for the server to end, which writes its report then. */
  readonly waits?: boolean;
}

const starts: readonly Start[] = [
  {
    folder: "pytest",
    command: ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"],
    needs: ["python3", "-c", "import pytest"],
    says: /^3 passed/m,
  },
  {
    folder: "go",
    command: ["go", "test", "-count=1", "./..."],
    needs: ["go", "version"],
    says: /^ok\s+example\.org\/chat/m,
    isSlow: true,
    waits: true,
  },
  {
    folder: "junit",
    command: ["mvn", "-o", "-q", "-B", "test"],
    needs: ["mvn", "-o", "-q", "-B", "test", "-Dtest=None", "-Dsurefire.failIfNoSpecifiedTests=false"],
    says: /^(?!.*(?:FAIL|ERROR))/s,
    isSlow: true,
  },
  { folder: "php", command: ["php", "test.php"], needs: ["php", "--version"], says: /^$/ },
  { folder: "shell", command: ["sh", "test.sh"], needs: ["curl", "--version"], says: /^$/ },
];

const isThere = ([command, ...args]: readonly [string, ...string[]], cwd: string): boolean =>
  spawnSync(command, args, { cwd, stdio: "ignore" }).status === 0;

async function tryAsItIs({ folder, command: [command, ...args], needs, says, waits }: Start): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), "start-"));
  try {
    cpSync(join(start, folder), copy, { recursive: true });
    if (!isThere(needs, copy)) return console.log(`${folder} is not tried: there is no ${needs[0]} here that can`);
    const PATH = `${join(installed(), "node_modules/.bin")}${delimiter}${process.env.PATH}`;
    const TOUCHSTONE_SERVE = "touchstone serve --port 0 --clock 2026-01-01T12:00:00Z --json --judge=judge.json";
    const { stdout } = await run(command, args, {
      cwd: copy,
      env: { ...process.env, PATH, TOUCHSTONE_SERVE, PYTHONDONTWRITEBYTECODE: "1" },
    }).catch((failed) => assert.unreachable(`${failed.stdout}${failed.stderr}`) as never);
    assert.match(stdout, says);
    if (waits) assert.ok(existsSync(join(copy, "judge.json")));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

for (const one of starts.filter(({ isSlow }) => !isSlow)) test(`${one.folder}: a world for each test`, () => tryAsItIs(one));
for (const one of starts.filter(({ isSlow }) => isSlow)) nightly(`${one.folder}: a world for each test`, () => tryAsItIs(one));

test.run();
