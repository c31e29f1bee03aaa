import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BareAnswer } from "./bare.ts";
import type { As } from "./cases.ts";

/** A server in a process of its own. */
export interface Measured {
  readonly child: ChildProcess;
  readonly url: string;
}

/** The built command line of a folder like `dist`. */
const launchIn = (folder: string): string => `${folder}/cli/launch.cjs`;

/** `touchstone serve` as users start it, but on any free port. */
export function startServe(folder: string): Promise<Measured & { readonly as: As }> {
  const child = spawn(process.execPath, [launchIn(folder), "serve", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      if (!printed.includes("\n")) return;
      const { url, cast } = JSON.parse(printed);
      resolve({ child, url, as: asOf(cast) });
    });
    child.once("exit", (code) => reject(new Error(`serve in ${folder} ended with ${code}`)));
  });
}

const asOf =
  (cast: Readonly<Record<string, { readonly email: string; readonly api_key: string }>>): As =>
  (who, route, fields = {}) => {
    const [method, path] = route.split(" ") as ["GET" | "POST", string];
    const { email, api_key } = cast[who] ?? { email: who, api_key: "" };
    const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
    const encoded = new URLSearchParams(fields).toString();
    if (method === "GET") return { method, path: `/api/v1${path}${encoded && `?${encoded}`}`, headers, body: null };
    return { method, path: `/api/v1${path}`, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: encoded };
  };

const heard = <T>(child: ChildProcess): Promise<T> => new Promise((resolve) => child.once("message", (message) => resolve(message as T)));

/** The bare server; `teach` tells it what to answer. */
export async function startBare(): Promise<Measured & { readonly teach: (answers: readonly BareAnswer[]) => Promise<void> }> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const child = fork(fileURLToPath(new URL(`./bare.${extension}`, import.meta.url)));
  const { port } = await heard<{ port: number }>(child);
  const teach = async (answers: readonly BareAnswer[]): Promise<void> => {
    child.send(answers);
    await heard(child);
  };
  return { child, url: `http://127.0.0.1:${port}`, teach };
}

const ticksPerSecond = 100;

/** Seconds of processor time that a process has had so far; undefined where the system does not say. */
export function processorSeconds({ pid }: ChildProcess): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** Keeps a process on one core, where the system can. */
export const pin = (pid: number, core: number): void => void spawnSync("taskset", ["-a", "-cp", String(core), String(pid)]);
