import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, type Fault } from "../sim/index.ts";
import { touchstoneWith } from "./captured.test.kit.ts";
import { sampleReport } from "./render/sample.test.kit.ts";
import { changeLine } from "./watch.ts";

/** A server that answers every request to an endpoint of typing with an empty success. */
const broken: Fault = JSON.parse('{"match":{"route":"POST /typing"},"then":{"status":200,"body":{"result":"success","msg":""}}}');

/** Collects the output of a command, and lets tests wait for a text in it. */
class Written {
  #text = "";
  #waiting: (() => void)[] = [];

  add(text: string): void {
    this.#text += text;
    for (const look of this.#waiting.splice(0)) look();
  }

  async has(part: string): Promise<void> {
    while (!this.#text.includes(part)) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  get text(): string {
    return this.#text;
  }
}

function interruptible() {
  let interrupt = (): void => {};
  const interruption = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  return { interrupt: () => interrupt(), interrupted: () => interruption };
}

/** Starts a check that watches a server. Returns what it writes beside its report, what ends it, and its end. */
function watching(...args: readonly string[]) {
  const { interrupt, interrupted } = interruptible();
  const err = new Written();
  return { err, interrupt, run: touchstoneWith({ interrupted, err: (text) => err.add(text) }, "check", ...args) };
}

test("--watch runs again when the server at a URL answers anew, and says what changed", async () => {
  const first = createSimulator({ now: Date.now() });
  first.faults.add(broken);
  const port = await listen(first, { clock: "real" }).then(async (server) => {
    const port = Number(new URL(server.url).port);
    await server.close();
    return port;
  });
  const { interrupt, interrupted } = interruptible();
  const err = new Written();
  const only = ["--only", "typing.post/op", "--seed", "1"];
  // Nobody listens there yet.
  const run = touchstoneWith({ interrupted, err: (text) => err.add(text) }, "check", "--watch", `http://127.0.0.1:${port}`, ...only);
  let server = await listen(first, { clock: "real", port });
  const waits = `waits for http://127.0.0.1:${port} to answer anew\n`;
  await err.has(waits);
  await server.close();
  await err.has(`touchstone check: http://127.0.0.1:${port} has gone\n`);
  server = await listen(createSimulator({ now: Date.now() }), { clock: "real", port });
  await err.has(`since the run before: +1 −0 (mended typing.post/op)\n`);
  interrupt();
  const { code, out } = await run;
  assert.is(code, 0);
  assert.match(out, /The target does not conform: .*\n(.*\n)*The target conforms in .* asked for: 1 agree\.\n$/);
  await server.close();
});

test("the runs of a watch draw the same", async () => {
  const simulator = createSimulator({ now: Date.now() });
  simulator.faults.add(broken);
  let server = await listen(simulator, { clock: "real" });
  const port = Number(new URL(server.url).port);
  const only = ["--only", "typing.post/op"];
  const { err, interrupt, run } = watching("--watch", server.url, ...only);
  const again = async (next: typeof simulator, told: string): Promise<void> => {
    await server.close();
    server = await listen(next, { clock: "real", port });
    await err.has(told);
  };
  await err.has("to answer anew\n");
  await again(simulator, "since the run before: +0 −0\n");
  interrupt();
  await run;
  await server.close();
  const seeds = [...err.text.matchAll(/seed (\d+)/g)].map(([, seed]) => seed);
  assert.is(seeds.length, 2);
  assert.is(seeds[0], seeds[1]);
});

test("a command of --watch that ends is said to have ended, also where another server answers", async () => {
  const server = await listen(createSimulator({ now: Date.now() }), { clock: "real" });
  const args = [server.url, "--only", "typing.post/op", "--watch", "exit 7"];
  const { err, interrupt, run } = watching(...args);
  await err.has("touchstone check: the command ended with 7\n");
  await err.has("to answer anew\n");
  interrupt();
  await run;
  await server.close();
});

test("--watch reads the baseline anew for each run", async () => {
  const listed = join(mkdtempSync(join(tmpdir(), "watch-")), "baseline.json");
  writeFileSync(listed, "[]");
  const simulator = createSimulator({ now: Date.now() });
  simulator.faults.add(broken);
  let server = await listen(simulator, { clock: "real" });
  const only = ["--only", "typing.post/op", "--seed", "1", "--baseline", listed];
  const { err, interrupt, run } = watching("--watch", server.url, ...only);
  await err.has(`waits for ${server.url} to answer anew\n`);
  writeFileSync(listed, JSON.stringify([{ property: "typing.post/op", reason: "ticket 7" }]));
  const port = Number(new URL(server.url).port);
  await server.close();
  await err.has(`touchstone check: http://127.0.0.1:${port} has gone\n`);
  server = await listen(simulator, { clock: "real", port });
  await err.has("since the run before: +0 −0\n");
  interrupt();
  const { code, out } = await run;
  assert.is(code, 0, out);
  assert.match(out, /The target does not conform: .*\n(.*\n)*.*but for its known deviations/);
  await server.close();
});

test("--watch says what is wrong in a baseline that is being edited, and goes on with the next run", async () => {
  const listed = join(mkdtempSync(join(tmpdir(), "watch-")), "baseline.json");
  writeFileSync(listed, "[]");
  const simulator = createSimulator({ now: Date.now() });
  simulator.faults.add(broken);
  let server = await listen(simulator, { clock: "real" });
  const port = Number(new URL(server.url).port);
  const only = ["--only", "typing.post/op", "--seed", "1", "--baseline", listed];
  const { err, interrupt, run } = watching("--watch", server.url, ...only);
  const again = async (): Promise<void> => {
    await server.close();
    server = await listen(simulator, { clock: "real", port });
  };
  await err.has("to answer anew\n");
  writeFileSync(listed, "[{");
  await again();
  await err.has(`touchstone check: --baseline ${listed}`);
  writeFileSync(listed, JSON.stringify([{ property: "typing.post/op", reason: "ticket 7" }]));
  await again();
  await err.has("since the run before: +0 −0\n");
  interrupt();
  const { code, out } = await run;
  assert.is(code, 0, out);
  await server.close();
});

test("--watch leaves no report of a run before where a run has none, and compares each with the run before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "watch-"));
  const [junit, json] = [join(folder, "report.xml"), join(folder, "report.json")];
  const simulator = createSimulator({ now: Date.now() });
  let server = await listen(simulator, { clock: "real" });
  const port = Number(new URL(server.url).port);
  const args = ["--only", "typing.post/op", "--seed", "1", "--report", `junit=${junit}`, "--report", `json=${json}`, "--report", "text"];
  const { err, interrupt, run } = watching("--watch", server.url, ...args);
  await err.has("to answer anew\n");
  assert.ok(existsSync(junit) && existsSync(json));
  await server.close();
  server = await listen(simulator, { clock: "real", port });
  await err.has("since the run before: +0 −0\n");
  await server.close();
  const mute = createServer((socket) => void socket.destroy()).listen(port, "127.0.0.1");
  await err.has(`touchstone check: removed, since they are of an earlier run: ${junit}, ${json}\n`);
  assert.not.ok(existsSync(junit) || existsSync(json));
  interrupt();
  const { code, out } = await run;
  assert.is(code, 3);
  assert.match(out, new RegExp(`clauses were tried\\n(.*\\n)*.*clauses were tried, as many as in ${json}\\n`));
  mute.close();
  await once(mute, "close");
});

test("--watch starts the server by a command, and ends it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "watch-"));
  const [script, target] = [join(folder, "server.mjs"), join(folder, "target.json")];
  const free = await listen(createSimulator());
  const port = Number(new URL(free.url).port);
  await free.close();
  writeFileSync(
    script,
    `import { createServer } from "node:http";
     createServer((_, answer) => answer.writeHead(501).end()).listen(${port}, "127.0.0.1", () => console.log("ready " + process.pid));`,
  );
  const alice = { email: "alice@example.com", api_key: "a".repeat(32) };
  writeFileSync(target, JSON.stringify({ url: `http://127.0.0.1:${port}`, cast: { alice } }));
  const { interrupt, interrupted } = interruptible();
  const err = new Written();
  const args = ["check", "--target", target, "--watch", `node ${script}`, "--only", "server_settings.get/*"];
  const run = touchstoneWith({ interrupted, err: (text) => err.add(text) }, ...args);
  await err.has("to answer anew\n");
  interrupt();
  assert.is((await run).code, 3);
  assert.match(err.text, /ready \d+\n/);
  const refused = await fetch(`http://127.0.0.1:${port}`).then(
    () => false,
    () => true,
  );
  assert.ok(refused, "the server is still there");
});

test("--watch ends where its command ends before the server answers", async () => {
  const free = await listen(createSimulator());
  await free.close();
  const { code, err } = await touchstoneWith({}, "check", free.url, "--watch", "./nosuch");
  assert.is(code, 3);
  assert.match(err, `touchstone check: the command ended with 127 before ${free.url} answered\n`);
});

test("--watch without a server is refused", async () => {
  const { code, err } = await touchstoneWith({}, "check", "--watch");
  assert.is(code, 2);
  assert.match(
    err,
    "--watch waits for a server to answer anew: a URL such as http://127.0.0.1:8000, or --target <file> with one, is accepted",
  );
});

test("a cause that joins another in the same results is told", () => {
  const more = { id: "c-0000000f", signature: "GET /messages found_newest", clauses: [], shows: [], waiting: [] };
  const now = { ...sampleReport, causes: [...sampleReport.causes, more] };
  assert.is(changeLine(sampleReport, now), "since the run before: +0 −0 (new causes c-0000000f)");
  assert.is(changeLine(now, sampleReport), "since the run before: +0 −0");
});

test.run();
