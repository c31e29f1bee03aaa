import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parsedJson } from "../sim/reader/index.ts";
import { UsageError } from "./io.ts";

/** The parsed content of a JSON file. `option` is how the user named it. @throws UsageError */
export function readJson(file: string, option: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (problem) {
    throw new UsageError(`${option}: the file cannot be read (${(problem as NodeJS.ErrnoException).code})`);
  }
  try {
    return parsedJson(text);
  } catch (problem) {
    throw new UsageError(`${option}: ${(problem as SyntaxError).message}`);
  }
}

/** Makes a folder and those it stands in. Node's own way never ends below folders such as /proc that refuse to hold any. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  if (existsSync(whole)) return;
  makeFolder(dirname(whole));
  mkdirSync(whole);
}

/** A folder that exists and can be written to. @throws UsageError */
export function folder(path: string, option: string): string {
  try {
    makeFolder(path);
    return path;
  } catch (problem) {
    throw new UsageError(`${option} ${path}: the folder cannot be made (${(problem as NodeJS.ErrnoException).code})`);
  }
}

/** Writes a value as a JSON file and gives its path. */
export function writeJson(directory: string, name: string, value: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
  return path;
}
