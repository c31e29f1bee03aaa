import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { touchstoneWith } from "../captured.test.kit.ts";
import { situations } from "../situations.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-client-"));
const file = join(folder, "client.mjs");

/**
 * A client that registers, says something and hears three messages. It bears all situations but for the flaw that it is started with.
 * It speaks by node:http, since fetch would double what each of its many starts takes.
 */
writeFileSync(
  file,
  `
import { request } from "node:http";
const { TOUCHSTONE_URL: url, TOUCHSTONE_EMAIL: email, TOUCHSTONE_KEY: key } = process.env;
const flaw = process.argv[2];
const auth = email + ":" + key;
const send = (method, path, form) =>
  new Promise((resolve, reject) => {
    const isGet = method === "GET";
    const headers = isGet ? {} : { "Content-Type": "application/x-www-form-urlencoded" };
    const sent = request(url + "/api/v1" + path + (isGet ? "?" + form : ""), { method, auth, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part)).on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode, wait: Number(answer.headers["retry-after"]), text }));
    });
    sent.on("error", reject).end(isGet ? "" : String(form));
  });
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function ask(method, path, fields = {}) {
  const form = new URLSearchParams(fields);
  for (let i = 0; i < 9; i++) {
    try {
      const { status, wait, text } = await send(method, path, form);
      if (status === 429) {
        if (flaw !== "impatient") await rest(1000 * wait + 20);
        continue;
      }
      return JSON.parse(text);
    } catch (error) {
      if (flaw === "once") throw error;
      await rest(20);
    }
  }
  throw new Error("gave up, with " + key);
}
const { service_feature_level: level, ...settings } = await ask("GET", "/server_settings");
if (flaw === "strict" && (level > ${newestLevel} || Object.keys(settings).length > 30)) throw new Error("unknown server");
const type = level >= 248 || flaw === "modern" ? "channel" : "stream";
const say = async () => {
  const said = await ask("POST", "/messages", { type, to: "general", topic: "lunch", content: "hi" });
  if (said.result !== "success") throw new Error(said.msg);
  return said;
};
let queue;
const listen = async () => {
  const { queue_id, last_event_id } = await ask("POST", "/register", { fetch_event_types: "[]" });
  queue = { queue_id, last_event_id };
};
await listen();
const first = (await say()).id;
for (let heard = 0; heard < 4; ) {
  const { code, events } = await ask("GET", "/events", queue);
  if (code === "BAD_EVENT_QUEUE_ID") {
    if (flaw === "fetching") {
      await listen();
      await ask("GET", "/messages", { anchor: "newest", num_before: 20, num_after: 0 });
      continue;
    }
    if (flaw === "stubborn" && (await ask("GET", "/events", queue)).code === code) process.exit(0);
    await listen();
    continue;
  }
  if (flaw === "eager") queue.last_event_id = events.at(-1).id;
  for (const { id, type, flags = [] } of events) {
    if (flaw === "waiting" && flags.includes("mentioned")) process.exit(0);
    if (flaw === "strict" && type === "forecast") throw new Error("unknown event");
    if (flaw === "counting" && id !== queue.last_event_id + 1) throw new Error("events " + queue.last_event_id + ", " + id);
    queue.last_event_id = Math.max(id, queue.last_event_id);
    if (type === "message") heard++;
  }
  if (heard < 4 && flaw !== "waiting") await say();
}
await ask("DELETE", "/events", { queue_id: queue.queue_id });
`,
);

interface Told {
  readonly situations: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly reasons: readonly string[];
    readonly notes: readonly string[];
    readonly output?: string;
  }[];
}

/** Runs the client in some situations beside the plain one. */
async function tried(flaw: string, names: readonly string[], ...more: string[]) {
  const only = names.flatMap((name) => ["--only", name]);
  const ended = await touchstoneWith(
    { env: process.env },
    "client",
    ...only,
    ...more,
    "--report",
    "json",
    "--",
    process.execPath,
    file,
    flaw,
  );
  const told: Told = JSON.parse(ended.out);
  return { ...ended, told, verdicts: Object.fromEntries(told.situations.map(({ name, verdict }) => [name, verdict])) };
}

/** By day without those that clients with a flaw bear, in the tests below. */
const quick = situations
  .map(({ name }) => name)
  .filter((name) => !["slow", "rate-limited", "queue-lost", "id-gaps", "unknown-fields", "older-level"].includes(name));

test("a client that bears everything passes in every situation", async () => {
  const names = process.env.NIGHTLY === "1" ? situations.map(({ name }) => name) : quick;
  const { code, verdicts, told } = await tried("none", names);
  assert.equal(verdicts, Object.fromEntries(names.map((name) => [name, "passed"])), JSON.stringify(told));
  assert.is(code, 0);
});

const flaws: readonly (readonly [flaw: string, fails: readonly string[], reason: RegExp, bears: readonly string[]])[] = [
  ["impatient", ["rate-limited"], /: it is sent before the time of Retry-After has passed \[retried-too-soon\]$/, ["id-gaps"]],
  ["once", ["cut-before", "cut-after", "cut-within", "restarted"], /^it ended with exit code 1$/, ["queue-lost"]],
  ["stubborn", ["queue-lost"], /: queue \S+ is used again, which the server does not have \[dead-queue-used\]$/, ["answered-twice"]],
  ["counting", ["id-gaps", "answered-twice"], /^it ended with exit code 1$/, ["unknown-fields"]],
  ["eager", ["empty-poll"], /^it ended with exit code 1$/, ["queue-lost"]],
  ["strict", ["unknown-events", "later-level"], /^it ended with exit code 1$/, ["older-level"]],
];

for (const [flaw, fails, reason, bears] of flaws)
  test(`a client that is ${flaw} fails where it matters, and nowhere else`, async () => {
    const { code, verdicts, told } = await tried(flaw, [...fails, ...bears]);
    const expected = [...["plain", ...bears].map((name) => [name, "passed"]), ...fails.map((name) => [name, "failed"])];
    assert.equal(verdicts, Object.fromEntries(expected), JSON.stringify(told));
    for (const { verdict, reasons } of told.situations) if (verdict === "failed") assert.match(reasons[0]!, reason);
    assert.is(code, 1);
  });

test("a client that does not fetch what came while it had no queue is told so, and one that fetches it is not", async () => {
  const notes = async (flaw: string): Promise<readonly string[]> =>
    (await tried(flaw, ["queue-lost", "restarted"])).told.situations.flatMap((one) => one.notes);
  assert.equal(
    await notes("none"),
    ["queue-lost", "restarted"].map(
      (name) => `in ${name}, 2 messages came while it had no queue, and it registered anew without fetching them`,
    ),
  );
  assert.equal(await notes("fetching"), []);
});

test("a client whose polls are held meets each jump of the clock", async () => {
  const polls = `
    const { TOUCHSTONE_URL: url, TOUCHSTONE_EMAIL: email, TOUCHSTONE_KEY: key } = process.env;
    const headers = { Authorization: "Basic " + btoa(email + ":" + key) };
    for (;;) {
      const sent = await fetch(url + "/api/v1/register", { method: "POST", headers, body: new URLSearchParams({ event_types: '["message"]' }) });
      const queue = await sent.json();
      for (;;) {
        const answer = await fetch(url + "/api/v1/events?" + new URLSearchParams(queue), { headers });
        const { events } = await answer.json();
        if (!events) break;
        for (const { message } of events) if (message) console.log(message.timestamp);
        queue.last_event_id = events.at(-1).id;
      }
    }`;
  const { out } = await run(
    ...["--only", "clock-jumps", "--lasting", "5s", "--report", "json", "--", process.execPath, "--input-type=module", "-e", polls],
  );
  const [, { output = "", verdict = "" } = {}] = (JSON.parse(out) as Told).situations;
  const times = output.trim().split("\n").map(Number);
  assert.is(verdict, "passed");
  assert.ok(Math.max(...times) - Math.min(...times) > 27 * 3600, output);
});

test("a run that is interrupted says so, and the client has not failed", async () => {
  const io = { env: process.env, interrupted: async () => {} };
  const waits = script("setInterval(() => {}, 1000)");
  const { code, out, err } = await touchstoneWith(io, "client", "--only", "slow", "--lasting", "1m", "--report", "json", ...waits);
  const { situations: told }: Told = JSON.parse(out);
  assert.equal(
    told.map(({ name, verdict, reasons }) => [name, verdict, ...reasons]),
    [["plain", "untried", "the run was interrupted"]],
  );
  assert.is(err, "touchstone client: interrupted; 1 more situations were not tried\n");
  assert.is(code, 3);
});

test("a client that waits until it is mentioned is mentioned", async () => {
  const { verdicts } = await tried("waiting", ["plain"]);
  assert.equal(verdicts, { plain: "passed" });
});

test("a client says nothing to an old server that this does not know, unless the rule is accepted", async () => {
  const levels = ["--levels", `247..${newestLevel}`];
  const { verdicts, told } = await tried("modern", ["older-level"], ...levels);
  assert.equal(verdicts, { plain: "passed", "older-level": "failed" });
  assert.match(
    told.situations[1]!.reasons.join("\n"),
    /type=channel is there from level 248 on, and the server has level 247 \[newer-parameter\]/,
  );
  assert.is((await tried("none", ["older-level"], ...levels)).code, 0);
});

const run = (...args: string[]) => touchstoneWith({ env: process.env }, "client", ...args);
const script = (code: string): string[] => ["--", process.execPath, "-e", code];

test("what a client writes is shown where it fails, without its key", async () => {
  const { code, out } = await run("--only", "slow", ...script('console.log("key", process.env.TOUCHSTONE_KEY); process.exit(3)'));
  assert.is(code, 1);
  assert.match(out, /^plain {2}failed {3}Nothing goes wrong\.\n {4}it ended with exit code 3\n {4}\| key \(hidden\)\n/);
  assert.match(out, "the client fails where nothing goes wrong");
  assert.match(out, /2 situations: 0 passed, 1 failed, 1 untried\n$/);
});

test("of a crash the text has the message and the frames, and says where the rest is; the file has all", async () => {
  const json = join(folder, "crash.json");
  const crash = `
    console.error(Array.from({ length: 2000 }, (_, i) => "poll " + i).join("\\n"));
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, i) => ["header-" + i, i]));
    function say() { throw Object.assign(new TypeError("no such channel"), { status: 400, headers }); }
    setTimeout(say);`;
  const { out } = await run("--only", "slow", "--report", "text", "--report", `json=${json}`, ...script(crash));
  assert.match(out, /\n {4}\| TypeError: no such channel\n {4}\| +at (?:Timeout\.)?say /);
  assert.match(out, /\n {4}\| \(20\d\d lines before these and \d+ after them are left out: --report json=<file> has the whole output\)\n/);
  const { situations: told }: Told = JSON.parse(readFileSync(json, "utf8"));
  assert.match(told[0]!.output!, /^poll 0\n[\s\S]*header-39[\s\S]*Node\.js v/);
});

test("of an output beyond all bounds the file has the end, and says so", async () => {
  const long = await run("--only", "slow", "--report", "json", ...script('console.log("x".repeat(300_000) + "end"); process.exitCode = 1'));
  const [{ output = "" } = {}] = (JSON.parse(long.out) as Told).situations;
  assert.match(output, /^\(only the last 200000 characters are kept\)\nx+end\n$/);
});

test("the plain situation is never left out", async () => {
  const { code, err } = await run("--skip", "plain", ...script(""));
  assert.is(code, 2);
  assert.match(
    err,
    /option '--skip <situation>' argument 'plain' is invalid\. the name of a situation is accepted; the names are queue-lost, /,
  );
});

test("where a client asks nothing, nothing was tried: 3", async () => {
  const { code, out } = await run("--only", "slow", ...script(""));
  assert.equal([code, out.match(/it asked nothing/g)?.length], [3, 2]);
});

test("a command that does not end fails, with all that it started; one that is to last does not", async () => {
  // On a machine with much else to do, Node takes a while to start.
  const lasting = script('require("http").get(process.env.TOUCHSTONE_URL + "/api/v1/server_settings"); setInterval(() => {}, 1000)');
  const late = await run("--only", "id-gaps", "--timeout", "1500ms", ...lasting);
  assert.equal([late.code, late.out.match(/it was still running after 1\.5 s/g)?.length], [1, 1]);
  const lasts = await run("--only", "id-gaps", "--lasting", "1500ms", ...lasting);
  assert.is(lasts.code, 0, lasts.out);
  const ends = await run("--only", "id-gaps", "--lasting", "10s", ...script(""));
  assert.match(ends.out, "it ended with exit code 0 before its time was over");
  assert.is(ends.code, 1);
});

/** Runs a client that waits for a message in a realm of its own. */
async function waiting(as: string, realm: object) {
  const path = join(folder, "realm.json");
  writeFileSync(path, JSON.stringify(realm));
  const waits = `
    const { TOUCHSTONE_URL: url, TOUCHSTONE_EMAIL: email, TOUCHSTONE_KEY: key } = process.env;
    const headers = { Authorization: "Basic " + btoa(email + ":" + key) };
    const sent = await fetch(url + "/api/v1/register", { method: "POST", headers, body: new URLSearchParams({ event_types: '["message"]' }) });
    const { queue_id } = await sent.json();
    await fetch(url + "/api/v1/events?last_event_id=-1&queue_id=" + queue_id, { headers });`;
  const { out } = await run(
    "--only",
    "id-gaps",
    "--timeout",
    "3s",
    "--realm",
    path,
    "--as",
    as,
    "--",
    process.execPath,
    "--input-type=module",
    "-e",
    waits,
  );
  return out;
}

test("where nobody can write to the account, the report says what the realm lacks", async () => {
  const alone = await waiting("ann", { users: { ann: {}, old: { active: false }, bot: { bot: { owner: "ann", type: 1 } } } });
  assert.match(alone, "it was still running after 3 s");
  assert.match(
    alone,
    /\n\nnote: nobody writes to ann, who waits for events: the realm needs another active account of a person, and a channel that both are in\n2 situations/,
  );
  const apart = await waiting("ann", { users: { ann: {}, olga: { role: "owner" } }, channels: { hall: { subscribers: ["olga"] } } });
  assert.match(apart, /\n\nnote: olga mentions ann in no channel: none has both as subscribers\n2 situations: 2 passed/);
  const silent = { users: { ann: {}, bob: {} }, settings: { direct_message_permission_group: "role:nobody" } };
  assert.match(
    await waiting("ann", silent),
    /\nnote: bob cannot write to ann: Direct messages are disabled in this organization\.\nnote: bob mentions/,
  );
  assert.not.match(
    await waiting("alice", JSON.parse(readFileSync(new URL("../../fixtures/realms/small.json", import.meta.url), "utf8"))),
    "note:",
  );
});

test("a report goes to files, as JUnit too", async () => {
  const junit = join(folder, "client.xml");
  const { code } = await run("--only", "id-gaps", "--report", `junit=${junit}`, ...script("process.exit(1)"));
  assert.is(code, 1);
  const xml = readFileSync(junit, "utf8");
  assert.match(xml, /tests="2" failures="1" skipped="1"/);
  assert.match(xml, '<failure message="it ended with exit code 1" type="plain">');
});

test("a command that cannot be started ends with 3, what is wrong with the options with 2", async () => {
  const missing = await run("--", join(folder, "no-such-command"));
  assert.equal([missing.code, missing.out], [3, ""]);
  assert.is(missing.err, `touchstone client: ${join(folder, "no-such-command")}: the command cannot be started (ENOENT)\n`);
  const ladder: [string[], RegExp][] = [
    [[], /missing required argument 'command'/],
    [["--as", "nobody", "--", "true"], /--as nobody: a member of the cast is accepted: alice, bob/],
    [["--only", "nothing", "--", "true"], /'nothing' is invalid\. the name of a situation is accepted; the names are plain, queue-lost,/],
    [["--report", "html", "--", "true"], /the formats are text, json, junit\./],
    [["--accept", "nothing", "--", "true"], /the name of a rule is accepted/],
  ];
  for (const [args, line] of ladder) {
    const { code, err } = await run(...args);
    assert.is(code, 2, args.join(" "));
    assert.match(err, line);
  }
});

test("what stands behind -- is the command's own", async () => {
  const { code } = await run(
    "--only",
    "id-gaps",
    ...script('process.exit(process.argv.slice(1).join() === "--strict,--help" ? 0 : 1)'),
    "--",
    "--strict",
    "--help",
  );
  assert.is(code, 3);
});

test("help and the recipes have every situation", async () => {
  const { out } = await run("--help");
  const page = readFileSync(new URL("../../sim/recipes.md", import.meta.url), "utf8");
  for (const { name, does } of situations) {
    assert.ok(out.includes(`  ${name.padEnd(16)}${does}\n`), name);
    assert.ok(page.includes(`| \`${name}\` | ${does} |`), name);
  }
});

test.run();
