import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parsedJson } from "../sim/reader/index.ts";
import { writeSafe } from "./gate.ts";
import { UsageError } from "./io.ts";

const codeOf = (problem: unknown): string | undefined => (problem as NodeJS.ErrnoException).code;

/** The text of a file, without a byte order mark. `option` is how the user named it. @throws UsageError */
export function readText(file: string, option: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (problem) {
    throw new UsageError(`${option}: the file cannot be read (${codeOf(problem)})`);
  }
}

/** Parses the text of a JSON file. `option` is how the user named it. @throws UsageError */
export function jsonIn(text: string, option: string): unknown {
  try {
    return parsedJson(text);
  } catch (problem) {
    throw new UsageError(`${option}: ${(problem as SyntaxError).message}`);
  }
}

/** The parsed content of a JSON file. `option` is how the user named it. @throws UsageError */
export const readJson = (file: string, option: string): unknown => jsonIn(readText(file, option), option);

/** Makes a folder and those it stands in. Node's own way never ends below folders such as /proc that refuse to hold any. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  if (existsSync(whole)) return;
  makeFolder(dirname(whole));
  mkdirSync(whole);
}

/** Makes sure that a folder exists and can be written to. `option` is how the user named it. @throws UsageError */
export function prepareFolder(path: string, option: string): void {
  try {
    makeFolder(path);
  } catch (problem) {
    throw new UsageError(`${option}: the folder cannot be made (${codeOf(problem)})`);
  }
  if (!statSync(path).isDirectory()) throw new UsageError(`${option}: it is no folder`);
  writing(option, () => accessSync(path, constants.W_OK | constants.X_OK));
}

/** Whether a path, or the path that it links to, is a pipe, a terminal or another device: such are not opened before they are written. */
export const isDevice = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
};

/** Whether a path, or the path that it links to, is a pipe. */
export const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;

/** Makes sure that a file can be written, and leaves none where none is. `option` is how the user named it. @throws UsageError */
export function prepareFile(path: string, option: string): void {
  writing(option, () => {
    makeFolder(dirname(path));
    if (isDevice(path)) return accessSync(path, constants.W_OK);
    const isNew = !existsSync(path);
    closeSync(openSync(path, "a"));
    if (isNew) rmSync(path);
  });
}

/** Writes a file, in a folder that is made if it is not there. `option` is how the user named it. @throws UsageError */
export function writeText(path: string, text: string, option: string): void {
  writing(option, () => {
    makeFolder(dirname(path));
    writeSafe(path, text);
  });
}

function writing(option: string, write: () => void): void {
  try {
    write();
  } catch (problem) {
    throw new UsageError(`${option}: it cannot be written (${codeOf(problem)})`);
  }
}

/** Writes a value as a JSON file and gives its path. */
export function writeJson(directory: string, name: string, value: unknown): string {
  const path = join(directory, name);
  writeSafe(path, `${JSON.stringify(value, null, 2)}\n`);
  return path;
}
