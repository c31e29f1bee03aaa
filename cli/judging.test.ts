import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, judge, judgeReport, judgeRules, newestLevel } from "../sim/index.ts";
import { plain } from "./render/colours.ts";
import { findingLine, judgeSummary, ruleList } from "./render/judge.ts";

/** The built command line: what users run. */
const main = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));
const env = { ...process.env, NO_COLOR: "1" };
const directory = mkdtempSync(join(tmpdir(), "touchstone-judge-"));

/** Serves with a judge in a process of its own. */
async function judged(...args: string[]) {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--json", ...args], { stdio: ["ignore", "pipe", "pipe"], env });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const [text] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const { url, cast } = JSON.parse(text);
  const authorization = `Basic ${Buffer.from(`${cast.alice.email}:${cast.alice.api_key}`).toString("base64")}`;
  return {
    url,
    send: async (path: string, fields: Record<string, string>) =>
      (await fetch(`${url}/api/v1/${path}`, { method: "POST", headers: { authorization }, body: new URLSearchParams(fields) })).json(),
    get: async (path: string) => (await fetch(`${url}${path}`, { headers: { authorization } })).json(),
    logged: () => err,
    /** The first line on stderr, once it has come. */
    async firstLine(): Promise<string> {
      while (!err.includes("\n")) await once(child.stderr, "data");
      return err.split("\n")[0]!;
    },
    async stop(signal: NodeJS.Signals): Promise<number> {
      child.kill(signal);
      const [code] = await once(child, "close");
      return code;
    },
  };
}

const lunch = { type: "channel", to: "general", topic: "lunch", content: "hi" };

test("--judge tells what a client does wrong as it shows, sums up, writes the report, and ends with 1 where there is an error", async () => {
  const file = join(directory, "made", "report.json");
  const server = await judged(`--judge=${file}`);
  await server.send("messages", { ...lunch, type: "stream" });
  assert.is(
    await server.firstLine(),
    "judge: warning: alice, exchange 1: POST /messages: type=stream is a deprecated spelling of channel [stream-for-channel; versioning/channel-for-stream]",
  );
  await server.send("messages", { ...lunch, type: "stream" });
  await server.send("messages", { ...lunch, local_id: "1" });
  const { findings } = (await server.get("/_control/judge")) as { findings: { rule: string; times: number }[] };
  assert.equal(
    findings.map(({ rule, times }) => [rule, times]),
    [
      ["stream-for-channel", 2],
      ["local-id-alone", 1],
    ],
  );
  assert.is(await server.stop("SIGINT"), 1);
  assert.match(
    server.logged(),
    /judge: 3 requests, 1 error, 1 warning\n {2}warning +stream-for-channel +2 ×\n {2}error +local-id-alone +1 ×\n$/,
  );
  const report = JSON.parse(readFileSync(file, "utf8"));
  assert.equal([report.level, report.realm, report.exchanges, report.errors, report.warnings], [newestLevel, "small", 3, 1, 1]);
  assert.equal(report.findings, findings);
});

test("warnings alone end with 0", async () => {
  const server = await judged("--judge");
  await server.send("messages", { ...lunch, type: "stream" });
  assert.is(await server.stop("SIGTERM"), 0);
  assert.match(server.logged(), /judge: 1 request, 0 errors, 1 warning\n/);
});

test("where no client came, nothing was judged: 3", async () => {
  const server = await judged("--judge");
  await server.get("/_control/realm");
  assert.is(await server.stop("SIGTERM"), 3);
  assert.is(server.logged(), "judge: no request was seen, so nothing was judged\n");
});

test("a report that cannot be written is a mistake before anything is served", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "serve", "--port", "0", `--judge=${directory}`], {
    encoding: "utf8",
    env,
  });
  assert.is(status, 2);
  assert.is(stdout, "");
  assert.is(stderr, `touchstone serve: --judge ${directory}: it cannot be written (EISDIR)\n`);
});

test("--accept and --levels are for clients that know what they do", async () => {
  const server = await judged("--judge", "--accept", "local-id-alone", "--levels", `247..${newestLevel}`);
  await server.send("messages", { ...lunch, type: "stream", local_id: "1" });
  await server.send("messages", { ...lunch, subject: "soup" });
  assert.is(await server.stop("SIGTERM"), 0);
  assert.match(server.logged(), /judge: 2 requests, 0 errors, 1 warning\n {2}warning +subject-for-topic +1 ×\n$/);
});

test("rules that there are not, levels in the wrong order, and either without a judge are mistakes", () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, "serve", "--port", "0", ...args], { encoding: "utf8", env });
    return [status, stdout, stderr];
  };
  const [code, , unknown] = run("--judge", "--accept", "no-such-rule");
  assert.is(code, 2);
  assert.match(
    String(unknown),
    /'no-such-rule' is invalid\. the name of a rule is accepted; the names are private-for-direct, stream-for-channel/,
  );
  for (const levels of [`${newestLevel}..247`, "0..3", "247", `1..${newestLevel + 1}`]) {
    const [code, , line] = run("--judge", "--levels", levels);
    assert.is(code, 2, levels);
    assert.match(String(line), `two levels from 1 to ${newestLevel}, the older one first, such as 247..${newestLevel}, are accepted.`);
  }
  const alone = "is for the judge of clients: --judge beside it is accepted\n";
  assert.equal(run("--levels", `247..${newestLevel}`), [2, "", `touchstone serve: --levels ${alone}`]);
  assert.equal(run("--accept", "stream-for-channel"), [2, "", `touchstone serve: --accept ${alone}`]);
});

test("list --judge names every rule, as text and as JSON", () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [main, "list", "--judge", ...args], { encoding: "utf8", env }).stdout;
  const text = run();
  for (const { name, wants } of judgeRules) assert.ok(text.includes(`  ${name} `) && text.includes(wants), name);
  assert.is(text, ruleList(judgeRules, plain));
  assert.equal(
    (JSON.parse(run("--json")) as { name: string }[]).map(({ name }) => name),
    judgeRules.map(({ name }) => name),
  );
});

test("a finding is one line that names nobody where nobody was let in", () => {
  const sim = createSimulator();
  const watch = judge(sim);
  sim.send({ method: "GET", path: "/users/me?api_key=x" });
  const report = judgeReport(watch);
  assert.equal(report.findings.map(findingLine), [
    "judge: error: nobody, exchange 1: GET /users/me: the query string has a key or password, as api_key [secret-in-query; authentication/basic]",
  ]);
  assert.is(judgeSummary(report), "judge: 1 request, 1 error, 0 warnings\n  error  secret-in-query  1 ×\n");
});

test.run();
