import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function done(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** A folder that goes when the process ends. */
function passingFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `touchstone-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Packed {
  /** The file that npm would publish. */
  readonly file: string;
  /** Bytes of it. */
  readonly size: number;
  /** Paths in it. */
  readonly paths: readonly string[];
}

/** The package that `npm pack` makes of dist/ as it is: made once in a process, and once in a run of all tests, which names a folder for it. */
export function packed(): Packed {
  kept ??= keptIn(process.env.TEST_SCRATCH) ?? pack();
  return kept;
}

let kept: Packed | undefined;

/** Returns the package that some process of the run has made, and makes it where none has. @param run folder of the run */
function keptIn(run: string | undefined): Packed | undefined {
  if (run === undefined) return undefined;
  const told = join(run, "packed.json");
  if (!existsSync(told)) {
    // Under a name of its own first: another process may be making one, too.
    const own = join(run, `packed-${process.pid}.json`);
    writeFileSync(own, JSON.stringify(pack(mkdtempSync(join(run, "packed-")))));
    renameSync(own, told);
  }
  return JSON.parse(readFileSync(told, "utf8"));
}

function pack(folder = passingFolder("pack")): Packed {
  const [{ filename, size, files }] = JSON.parse(
    done("npm", ["pack", "--ignore-scripts", "--offline", "--json", "--pack-destination", folder], root),
  );
  return { file: join(folder, filename), size, paths: files.map(({ path }: { path: string }) => path) };
}

/** Puts a package of this checkout's where a user would have installed it. */
function link(folder: string, name: string): void {
  const place = join(folder, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(root, "node_modules", name), place, "dir");
}

/**
 * An empty folder with the package in it, laid out as npm does, without asking a registry: the files of the tarball, the command, and
 * of all other packages only those named, by default what the package says that it depends on.
 */
export function installed(packages: readonly string[] = Object.keys(manifest.dependencies)): string {
  const folder = passingFolder("user");
  const place = join(folder, "node_modules", manifest.name);
  mkdirSync(place, { recursive: true });
  done("tar", ["-xzf", packed().file, "-C", place, "--strip-components=1"], folder);
  mkdirSync(join(folder, "node_modules", ".bin"));
  symlinkSync(join(place, manifest.bin.touchstone), join(folder, "node_modules", ".bin", "touchstone"));
  for (const name of packages) link(folder, name);
  return folder;
}

/** Adds packages that a user has beside this one. */
export function beside(folder: string, ...names: string[]): void {
  for (const name of names) link(folder, name);
}

/** A block of code on a page: its language, and its name where its first line gives one in a comment. */
export interface Block {
  readonly language: string;
  readonly name: string | undefined;
  readonly code: string;
}

/** The blocks of code between fences of a page, or of a section of it. */
export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language: language!,
    name: /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code!)?.[1],
    code: code!,
  }));

/** A page of the repository. */
export const page = (path: string): string => readFileSync(join(root, path), "utf8");

/** The section of a page under a heading. */
export function section(text: string, heading: string): string {
  const [, after] = text.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`there is no section ${heading}`);
  return after.split("\n## ")[0]!;
}
