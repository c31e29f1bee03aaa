import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";

const root = fileURLToPath(new URL("..", import.meta.url));
const fixtures = join(root, "fixtures/walls");

/** A file as the linter is shown it: the part of a wall below a line `// place: <path>`. */
interface Placed {
  readonly path: string;
  readonly text: string;
  /** The rule named by a line `// refused by: <rule>`; undefined if the file must be accepted. */
  readonly rule: string | undefined;
  /** The message given by a line `// because: <message>`. */
  readonly message: string | undefined;
  /** The numbers of the lines that end in `// refused`. None are marked where the rule is about the whole file. */
  readonly lines: readonly number[];
}

interface Diagnostic {
  readonly severity: string;
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

/** Puts lines in place of one such as `// 3 lines from # = 0: export const number# = #;`. */
const inFull = (text: string): string =>
  text.replace(/^( *)\/\/ (\d+) lines from # = 0: (.+)$/gm, (_, indent, count, line) =>
    Array.from({ length: Number(count) }, (_, i) => `${indent}${line.replaceAll("#", String(i))}`).join("\n"),
  );

function placedFiles(wall: string): Placed[] {
  const parts = inFull(wall).split(/^\/\/ place: /m);
  return parts.slice(1).map((part) => {
    const text = `// place: ${part}`;
    return {
      path: part.slice(0, part.indexOf("\n")),
      text,
      rule: /^\/\/ refused by: (.+)$/m.exec(text)?.[1],
      message: /^\/\/ because: (.+)$/m.exec(text)?.[1],
      lines: text.split("\n").flatMap((line, i) => (line.endsWith("// refused") ? [i + 1] : [])),
    };
  });
}

/** Lints files under the configuration of this project, in a folder of their own. */
function lint(files: readonly Placed[]): readonly Diagnostic[] {
  const folder = mkdtempSync(join(tmpdir(), "walls-"));
  try {
    for (const name of [".biome", ".biome.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
    const options = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
    if (!stdout.startsWith("{")) throw new Error(stderr);
    return JSON.parse(stdout).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The walls, each below a line `// wall: <name>` in a file of its subject. */
const walls = readdirSync(fixtures)
  .flatMap((name) =>
    readFileSync(join(fixtures, name), "utf8")
      .split(/^\/\/ wall: /m)
      .slice(1),
  )
  .map((text) => ({ name: text.slice(0, text.indexOf("\n")), files: placedFiles(text) }));
const all = walls.flatMap(({ files }) => files);
let found: readonly Diagnostic[] = [];

test.before(() => {
  found = lint(all);
});

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)].sort();

for (const { name, files } of walls) {
  test(`the linter refuses what is wrong in ${name}, and nothing else`, () => {
    for (const { path, rule, message, lines } of files) {
      const diagnostics = found.filter(({ location }) => location.path === path);
      // A warning lets the linter succeed, so it refuses nothing.
      const rules = diagnostics.map(({ severity, category }) => (severity === "error" ? category : `${category} (${severity})`));
      assert.equal(distinct(rules), rule ? [rule] : [], path);
      if (message) assert.equal(distinct(diagnostics.map((diagnostic) => diagnostic.message)), [message], path);
      if (lines.length > 0) {
        const reported = new Set(diagnostics.map(({ location }) => location.start.line));
        assert.equal(
          [...reported].sort((a, b) => a - b),
          lines,
          path,
        );
      }
    }
  });
}

test("every wall has a file that is refused and one that is accepted", () => {
  const oneSided = walls.filter(({ files }) => !files.some(({ rule }) => rule) || files.every(({ rule }) => rule));
  assert.equal(
    oneSided.map(({ name }) => name),
    [],
  );
});

test("no two files of the fixtures have one place", () => {
  assert.equal(distinct(all.map(({ path }) => path)).length, all.length);
});

test("every wall between folders and every plugin has a fixture that it refuses", () => {
  const folder = join(root, ".biome");
  const texts = ["floors.jsonc", "suite.jsonc", "deliver.grit", "import-types.grit", "synchronous.grit"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  const messages = texts.flatMap((text) => [...text.matchAll(/message"?\s*[:=]\s*"([^"]+)"/g)].map(([, message]) => message));
  const tried = new Set(all.map(({ message }) => message));
  assert.equal(
    distinct(messages).filter((message) => !tried.has(message)),
    [],
  );
});

test.run();
