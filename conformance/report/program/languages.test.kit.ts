import { spawnSync } from "node:child_process";
import { isNight } from "../../night.test.kit.ts";

/** A program's language, the ending of its file, and the command that runs it. */
const languages: readonly (readonly [name: "curl" | "fetch" | "python" | "go", ending: string, command: string, ...args: string[]])[] = [
  ["curl", "sh", "bash"],
  ["fetch", "mjs", process.execPath],
  ["python", "py", "python3"],
  ["go", "go", "go", "run"],
];

const ends = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

/** Whether a language, with what its programs need, is installed. */
export const isInstalled = (name: string): boolean => {
  if (name === "go") return ends("go", "version");
  if (name === "python") return ends("python3", "-c", "import requests");
  return name !== "curl" || (ends("jq", "--version") && ends("curl", "--version"));
};

/** Languages whose programs can be run here: by day without Go, whose compiler takes half a minute of processor time. */
export const languagesHere = languages.filter(([name]) => isInstalled(name) && (isNight || name !== "go"));

/** The names of those that cannot. */
export const languagesAbsent: readonly string[] = languages.flatMap(([name]) => (isInstalled(name) ? [] : [name]));
