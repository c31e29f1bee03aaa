import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, type Simulator } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";

/** The pages that people look at, each made by the command that users run, on servers of this process. */
export interface Pages {
  /** URLs by what they show. */
  readonly urls: Readonly<Record<"report" | "clauses" | "mutants" | "inspector", string>>;
  readonly close: () => Promise<void>;
}

async function run(...args: string[]): Promise<void> {
  const { code, err } = await touchstone(...args);
  if (code > 1) throw new Error(`touchstone ${args.join(" ")} ends with ${code}: ${err}`);
}

/** A journal in which the server takes a request that it has to refuse, and leaves a topic wrong. */
function faulty(): string {
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  const lines: object[] = [{ format: "touchstone-recording", version: 1, url: "https://chat.example.org" }];
  const ask = (
    as: string,
    method: string,
    path: string,
    fields: Record<string, string>,
    change: (body: object) => object = (body) => body,
  ) => {
    simulator.advance({ ms: 20_000 });
    const { status, body } = simulator.as(as).send(`${method} ${path}` as "GET /messages", fields as never);
    const at = new Date(simulator.now()).toISOString();
    const request = { method, path, [method === "GET" ? "query" : "form"]: fields };
    lines.push({ at, as, request, response: { status, body: change(body) } });
    return body as Readonly<Record<string, unknown>>;
  };
  const { queue_id } = ask("alice", "POST", "/register", {});
  ask("bob", "POST", "/register", {});
  const { id } = ask("bob", "POST", "/messages", { type: "channel", to: "general", topic: "lunch", content: "Soup is **ready**" });
  ask("alice", "GET", "/events", { queue_id: String(queue_id), last_event_id: "-1" });
  ask("alice", "GET", `/messages/${id}`, {}, (body) => ({
    ...body,
    message: { ...(body as { message: object }).message, subject: "dinner" },
  }));
  ask("bob", "POST", "/typing", { op: "pause", to: "[12]" }, () => ({ result: "success", msg: "" }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Makes a conversation, an event, a step of the clock and a refusal, for the inspector to show. */
function talk(simulator: Simulator): void {
  const { queue_id } = simulator.as("bob").send("POST /register", { event_types: '["message"]' } as never).body as { queue_id: string };
  simulator.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "Soup is **ready**" });
  simulator.as("bob").send("GET /events", { queue_id, last_event_id: -1 });
  simulator.advance({ ms: 600_000 });
  simulator.as("bob").send("POST /typing", { op: "pause", to: "[12]" } as never);
}

/** Makes all pages. */
export async function openPages(): Promise<Pages> {
  const directory = mkdtempSync(join(tmpdir(), "touchstone-pages-"));
  const file = (name: string): string => join(directory, name);
  writeFileSync(file("recorded.jsonl"), faulty());
  await run("check", "--from", file("recorded.jsonl"), "--report", `html=${file("report.html")}`);
  await run("list", `--html=${file("clauses.html")}`);
  await run("mutants", "--only", "typing-*", "--report", `html=${file("mutants.html")}`);
  const simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) });
  const server = await listen(simulator, { clock: "frozen" });
  talk(simulator);
  const page = (name: string): string => pathToFileURL(file(name)).href;
  return {
    urls: {
      report: page("report.html"),
      clauses: page("clauses.html"),
      mutants: page("mutants.html"),
      inspector: `${server.url}/_control/`,
    },
    close: () => server.close(),
  };
}
