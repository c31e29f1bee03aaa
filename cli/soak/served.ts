import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Known } from "./request.ts";

export interface Command {
  /** The command that serves, such as `node dist/cli/launch.cjs`. */
  readonly command: readonly string[];
  /** Further options of `serve`. */
  readonly serve: readonly string[];
}

/** A server in a process of its own. */
export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly description: Pick<Known, "cast" | "channels">;
}

const frozen = "2026-01-01T12:00:00Z";

/** Starts a server whose clock stands still until it is moved. */
export function start({ command, serve }: Command): Promise<Served> {
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, "serve", "--port", "0", "--json", "--clock", frozen, ...serve], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      if (!printed.includes("\n")) return;
      const { url, ...description } = JSON.parse(printed);
      resolve({ child, url, description });
    });
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
}

/** The most megabytes that a process had in memory so far. */
export function peakMegabytes({ pid }: ChildProcess): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1000;
  } catch {
    return undefined;
  }
}

/** Returns what a server says of itself and its content, where its port is replaced by a word. */
export async function portrait({ url, description }: Served): Promise<string> {
  const { email, api_key } = description.cast.alice ?? { email: "", api_key: "" };
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
  const asked = [
    "/server_settings",
    "/messages?anchor=newest&num_before=1000&num_after=0",
    "/users",
    "/streams",
    "/drafts",
    "/attachments",
  ];
  const reads = asked.map((path) => [`${url}/api/v1${path}`, { headers }] as const);
  const writes = ["/register", "/messages"].map((path) => {
    const body = new URLSearchParams({ type: "channel", to: "general", topic: "after", content: "**the** soak" });
    return [`${url}/api/v1${path}`, { method: "POST", headers, body }] as const;
  });
  const texts: string[] = [];
  for (const [address, init] of [...reads, ...writes]) texts.push(await (await fetch(address, init)).text());
  texts.push(await (await fetch(`${url}/_control/transcript`)).text());
  return texts
    .join("\n")
    .replaceAll(new URL(url).host, "HOST")
    .replaceAll(`:${new URL(url).port}`, ":PORT");
}
