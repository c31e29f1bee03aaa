import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BareAnswer } from "./bare.ts";
import type { Shot } from "./cases.ts";

/** A server in a process of its own. */
export interface Measured {
  readonly child: ChildProcess;
  readonly url: string;
}

/** `touchstone serve`, with what it says of itself. */
export interface Served extends Measured {
  readonly cast: Readonly<Record<string, { readonly user_id: number; readonly email: string; readonly api_key: string }>>;
  readonly channels: Readonly<Record<string, { readonly stream_id: number }>>;
}

/** Starts `touchstone serve` on any free port. @param command such as `node dist/cli/launch.cjs` */
export function startServe(command: readonly string[], options: readonly string[] = []): Promise<Served> {
  const [program = "", ...args] = [...command, "serve", "--port", "0", "--json", ...options];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      if (printed.includes("\n")) resolve({ ...JSON.parse(printed), child });
    });
    child.once("exit", (code) => reject(new Error(`${command.join(" ")} serve ended with ${code}`)));
  });
}

/** The credentials of a member of the cast; none where there is no such member. */
export function authorization({ cast }: Pick<Served, "cast">, who: string): Record<string, string> {
  const member = cast[who];
  return member ? { authorization: `Basic ${btoa(`${member.email}:${member.api_key}`)}` } : {};
}

/** A request of a member of the cast. @param route such as `GET /messages` */
export function apiRequest(server: Pick<Served, "cast">, who: string, route: string, fields: Readonly<Record<string, string>> = {}): Shot {
  const [method, bare] = route.split(" ") as [Shot["method"], string];
  const path = `/api/v1${bare}`;
  const headers = authorization(server, who);
  const encoded = new URLSearchParams(fields).toString();
  if (method === "GET") return { method, path: encoded === "" ? path : `${path}?${encoded}`, headers, body: null };
  return { method, path, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: encoded };
}

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
