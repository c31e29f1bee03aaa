import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";

/** The built command line, which `npm test` makes first: what users run. */
const main = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));

function run(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { code: status, out: stdout, err: stderr };
}

async function serving(...args: string[]) {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  await once(child.stdout, "data");
  return {
    url: /http:\/\/[\d.:]+\d/.exec(out)![0],
    printed: () => out,
    logged: () => err,
    /** Closes the end that reads the log. */
    deafen: () => child.stderr.destroy(),
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = await once(child, "exit");
      return code as number | null;
    },
  };
}

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

/** Returns the bundles and packages that a command has loaded when it ends. */
function loadedBy(...args: string[]): string[] {
  const hook = file("hook.cjs", `process.on("exit", () => console.error(JSON.stringify(Object.keys(require.cache))));`);
  const { stderr } = spawnSync(process.execPath, ["--require", hook, main, ...args], { encoding: "utf8" });
  const paths: string[] = JSON.parse(stderr.trim().split("\n").at(-1)!);
  return [...new Set(paths.flatMap((path) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? []))].sort();
}

test("every bundle is run with the machine code that was kept of it", () => {
  // In a process of its own, as a user's: this one has other flags, under which nothing is used that was kept.
  const hook = file(
    "hook.cjs",
    `process.on("exit", () => {
      const { loaded } = require.cache[${JSON.stringify(main)}].exports;
      const taken = [...loaded].map(([file, { script }]) => [file.split("/").at(-1), script.cachedDataRejected]);
      console.error(JSON.stringify(Object.fromEntries(taken)));
    });`,
  );
  const takenBy = (command: string): unknown => {
    const { stderr } = spawnSync(process.execPath, ["--require", hook, main, command, "--help"], { encoding: "utf8" });
    return JSON.parse(stderr.trim().split("\n").at(-1)!);
  };
  assert.equal(takenBy("serve"), { "main.cjs": false, "model.cjs": false, "simulator.cjs": false });
  assert.equal(takenBy("check"), { "main.cjs": false, "model.cjs": false, "conformance.cjs": false, "suite.cjs": false });
});

test("a command loads no package that it does not need: loading takes longer than most of what is asked", () => {
  for (const args of [["--help"], ["serve", "--help"]]) assert.equal(loadedBy(...args), [], args.join(" "));
  for (const args of [["check", "--help"], ["list"]]) {
    assert.equal(
      loadedBy(...args).filter((name) => ["undici", "msw"].includes(name)),
      [],
      args.join(" "),
    );
  }
});

test("--help and no arguments name the commands and show an example", () => {
  for (const help of [run("--help"), run()]) {
    assert.is(help.code, 0);
    assert.match(help.out, /serve +run the simulator over HTTP/);
    assert.match(help.out, /Example:\n {2}\$ touchstone serve/);
    assert.is(help.err, "");
  }
  const serve = run("serve", "--help");
  assert.is(serve.code, 0);
  for (const flag of [
    "--host",
    "--port",
    "--realm",
    "--seed",
    "--clock",
    "--level",
    "--brand",
    "--rulings",
    "--no-control",
    "--log",
    "--json",
  ]) {
    assert.match(serve.out, flag);
  }
  assert.match(serve.out, /Example:\n/);
});

test("-v and version print what --version prints", () => {
  const { out } = run("--version");
  assert.match(out, /^\d+\.\d+\.\d+\n$/);
  for (const words of [["-v"], ["version"], ["help", "version"]]) assert.equal(run(...words), { code: 0, out, err: "" });
});

const mistakes: [what: string, args: string[], complaint: RegExp][] = [
  ["a command that is not there", ["srve"], /^touchstone: unknown command 'srve'; did you mean serve\? accepted are serve, doctor, /],
  [
    "help on a command that is not there",
    ["help", "srve"],
    /^touchstone: unknown command 'srve'; did you mean serve\? accepted are serve, doctor, /,
  ],
  ["a command like no other", ["frobnicate"], /^touchstone: unknown command 'frobnicate'; accepted are serve, doctor, /],
  ["a port that is no value of --port", ["serve", "9991"], /^touchstone serve: too many arguments .* Accepted is --port 9991\.\n$/],
  ["a number that is no port", ["serve", "99999"], /^touchstone serve: too many arguments for 'serve': "99999"\. .* got 1\.\n$/],
  [
    "an unknown option",
    ["serve", "--prt", "1"],
    /^touchstone serve: unknown option '--prt'; did you mean --port\? accepted are --host, --port, /,
  ],
  [
    "an unknown option with a value",
    ["check", "--stric-t=1", "http://127.0.0.1:1"],
    /^touchstone check: unknown option '--stric-t=1'; did you mean --strict\? accepted are --target, /,
  ],
  [
    "an option where an argument stands",
    ["check", "--url", "http://localhost:9991"],
    /^touchstone check: unknown option '--url'; the url stands by itself, touchstone check <url>; accepted are --target, /,
  ],
  ["an unknown option like no other", ["serve", "--frobnicate"], /^touchstone serve: unknown option '--frobnicate'; accepted are --host, /],
  ["an option of no command", ["--prt"], /^touchstone: unknown option '--prt'; accepted are --version, --help\n$/],
  ["a misspelt --help", ["--hlep"], /^touchstone: unknown option '--hlep'; did you mean --help\? accepted are --version, --help\n$/],
  [
    "a misspelt --help of a command",
    ["check", "--hlep"],
    /^touchstone check: unknown option '--hlep'; did you mean --help\? accepted are /,
  ],
  [
    "an option with two values",
    ["serve", "--port", "9981", "--clock", "real", "--port=0"],
    /^touchstone serve: --port: got 9981 and 0, expected one value\n$/,
  ],
  [
    "a ruling with two choices",
    ["check", "--rulings", "emptyMemberUpdate=accepted", "--rulings", "emptyMemberUpdate=observed"],
    /^touchstone check: --rulings: got emptyMemberUpdate=accepted and emptyMemberUpdate=observed, expected one value\n$/,
  ],
  ["two shares", ["check", "--require", "80%", "--require", "90%"], /^touchstone check: --require: got 80% and 90%, expected one value\n$/],
  ["an empty realm", ["serve", "--realm", ""], /^touchstone serve: --realm: got "", expected <name or file>\n$/],
  ["an empty file", ["list", "--html="], /^touchstone list: --html: got "", expected <file>\n$/],
  ["an empty pattern", ["check", "--only", ""], /^touchstone check: --only: got "", expected <pattern>\n$/],
  [
    "a target file in place of a URL",
    ["check", "package.json"],
    /^touchstone check: url: got "package\.json", .*; for a target file --target package\.json is accepted\n$/,
  ],
  [
    "a name behind --strict that is nearly a ruling's",
    ["check", "--strict", "longtopc"],
    /'longtopc' is invalid\. the name of a silent ruling is accepted, or none for all; near is longTopic; /,
  ],
  ["a value too many", ["serve", "small"], /^touchstone serve: too many arguments/],
  ["a port that is no number", ["serve", "--port", "x"], /--port.*'x' is invalid. an integer from 0 to 65535 is accepted/],
  [
    "a level too high",
    ["serve", "--level", String(newestLevel + 1)],
    new RegExp(`--level.*'${newestLevel + 1}' is invalid. an integer from 1 to ${newestLevel} is accepted`),
  ],
  ["a clock that is no instant", ["serve", "--clock", "2026-02-30"], /--clock.*'2026-02-30' is invalid. real or an ISO 8601 instant/],
  ["a brand that is no word", ["serve", "--brand", "A1"], /--brand.*'A1' is invalid. a word of lower-case letters is accepted/],
  [
    "a ruling that is not there",
    ["serve", "--rulings", "nope=1"],
    /--rulings.*'nope=1' is invalid. observed, text or <name>=<choice> is accepted; the names are .*rateLimits/,
  ],
  [
    "a variation that is not there",
    ["serve", "--vary", "7:nope"],
    /--vary.*'7:nope' is invalid. <seed> or <seed>:<name>,<name> is accepted/,
  ],
  ["a choice that is not there", ["serve", "--rulings", "rateLimits=maybe"], /--rulings.*for rateLimits, off or on is accepted/],
  [
    "a realm that is not there",
    ["serve", "--realm", "nope"],
    /--realm nope: no such realm and no readable file; accepted are small, crowded, quiet, zulip-dev or the path of a realm file/,
  ],
  ["a realm file that is no JSON", ["serve", "--realm", file("broken.json", "{")], /broken\.json: not valid JSON, at line 1, column 2\n$/],
  [
    "a realm file with a byte order mark and a fault",
    ["serve", "--realm", file("fault.json", '\uFEFF{"users": {"ann": {"role": "king"}}}')],
    /fault\.json: users\.ann/,
  ],
  [
    "an address of another machine",
    ["serve", "--host", "192.0.2.1", "--port", "0"],
    /http:\/\/192\.0\.2\.1:0 is no address of this machine/,
  ],
];

for (const [what, args, complaint] of mistakes) {
  test(`${what} gets one line on stderr and exit code 2`, async () => {
    const { code, out, err } = await touchstone(...args);
    assert.is(code, 2);
    assert.is(out, "");
    assert.match(err, complaint);
    assert.is(err.trimEnd().split("\n").length, 1);
  });
}

test("the code and the line of a mistake are those of the process", async () => {
  const args = ["serve", "--port", "x"];
  assert.equal(run(...args), await touchstone(...args));
});

test("a port in use gets one line and exit code 2", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const { code, err } = run("serve", "--port", String(port));
  other.close();
  assert.is(code, 2);
  assert.is(err, `touchstone serve: http://127.0.0.1:${port} is in use; --port 0 takes any free one\n`);
});

test("serve prints its URL first, then a cast that can log in, and ends with exit code 0", async () => {
  const server = await serving("--clock", "2026-03-01T10:00:00Z");
  const [first] = server.printed().split("\n");
  assert.is(first, `touchstone listening on ${server.url}`);
  const [, email, key] = /curl -u ([^:]+):(\w{32}) \S+\/messages -d/.exec(server.printed())!;
  const answer = await fetch(`${server.url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, {
    headers: { Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}` },
  });
  assert.is(answer.status, 200);
  assert.is(((await answer.json()) as { messages: unknown[] }).messages.length, 1);
  assert.is(await server.stop("SIGTERM"), 0);
});

test("a server on the machine's clock is as new as it is, and one that stands still is of that instant", async () => {
  for (const [clock, expected] of [
    ["real", Date.now()],
    ["2026-03-01T10:00:00Z", Date.parse("2026-03-01T10:00:00Z")],
  ] as const) {
    const server = await serving("--json", "--clock", clock);
    const { email, api_key } = JSON.parse(server.printed()).cast.alice;
    const headers = { Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString("base64")}` };
    const registered = await fetch(`${server.url}/api/v1/register?fetch_event_types=["realm"]`, { method: "POST", headers });
    const { realm_date_created, server_generation } = (await registered.json()) as Record<string, number>;
    assert.is(realm_date_created, server_generation);
    assert.ok(Math.abs(server_generation! * 1000 - expected) <= (clock === "real" ? 60_000 : 0), `${server_generation}`);
    assert.is(await server.stop("SIGTERM"), 0);
  }
});

test("serve --json prints exactly one line with the whole cast and all channels", async () => {
  const server = await serving("--json", "--realm", "crowded", "--level", "300", "--brand", "zulip", "--seed", "7");
  const lines = server.printed().trimEnd().split("\n");
  assert.is(lines.length, 1);
  const told = JSON.parse(lines[0]!);
  assert.equal([told.url, told.level, told.brand, told.seed, told.realm], [server.url, 300, "zulip", 7, "crowded"]);
  assert.equal(Object.keys(told.cast.alice), ["user_id", "email", "api_key", "password", "role"]);
  assert.type(told.channels.general.stream_id, "number");
  assert.is(told.control, true);
  const settings = (await (await fetch(`${server.url}/api/v1/server_settings`)).json()) as Record<string, unknown>;
  assert.is(settings.zulip_feature_level, 300);
  assert.is(settings.realm_url, server.url);
  assert.is(await server.stop("SIGINT"), 0);
});

test("--log names what is not simulated and what no server has when it is first asked for, and counts it at the end", async () => {
  const server = await serving("--log");
  for (const path of [
    "/api/v1/weather/7/rain",
    "/api/v1/weather/8/rain",
    "/api/v1/weather",
    "/accounts/login",
    "/api/v1/messages",
    "/api/v1/messages/summary",
  ]) {
    await (await fetch(`${server.url}${path}`)).text();
  }
  assert.is(await server.stop("SIGTERM"), 0);
  assert.equal(server.logged().split("\n"), [
    "GET /api/v1/weather/7/rain 404",
    "no route of servers: GET /api/v1/weather/{id}/rain",
    "GET /api/v1/weather/8/rain 404",
    "GET /api/v1/weather 404",
    "no route of servers: GET /api/v1/weather",
    "GET /accounts/login 404",
    "no route of servers: GET /accounts/login",
    "GET /api/v1/messages 401",
    "GET /api/v1/messages/summary 404",
    "not simulated: GET /api/v1/messages/summary",
    "not simulated, by number of requests:",
    "      1  GET /api/v1/messages/summary",
    "no route of servers, by number of requests:",
    "      2  GET /api/v1/weather/{id}/rain",
    "      1  GET /api/v1/weather",
    "      1  GET /accounts/login",
    "",
  ]);
});

test("--brand zulip prints the file that clients of that brand read", async () => {
  const server = await serving("--brand", "zulip");
  const [, email, key, site] = /^zuliprc of alice.*\n\n\[api\]\nemail=(.+)\nkey=(\w{32})\nsite=(.+)\n/m.exec(server.printed())!;
  const headers = { Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}` };
  assert.is((await fetch(`${site}/api/v1/users/me`, { headers })).status, 200);
  assert.match(server.printed(), /brand zulip, seed 1, clock .*, rulings observed\n/);
  const page = await fetch(`${site}/api/v1/nothing`);
  assert.equal([page.status, page.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  assert.is(await server.stop("SIGTERM"), 0);
  const byText = await serving("--brand", "zulip", "--rulings", "text");
  assert.not.match(byText.printed(), /rulings observed/);
  assert.is(await byText.stop("SIGTERM"), 0);
  const other = await serving("--brand", "service");
  assert.not.match(other.printed(), /zuliprc/);
  assert.is(await other.stop("SIGTERM"), 0);
});

test("a reader of the log that leaves does not end the server", async () => {
  const server = await serving("--log");
  server.deafen();
  for (let i = 0; i < 3; i++) assert.is((await fetch(`${server.url}/api/v1/server_settings`)).status, 200);
  assert.is(await server.stop("SIGINT"), 0);
});

test("--log writes one line a request to stderr, --no-control leaves the control API out", async () => {
  const server = await serving("--log", "--no-control");
  await (await fetch(`${server.url}/api/v1/server_settings`)).text();
  assert.is((await fetch(`${server.url}/_control/realm`)).status, 404);
  assert.is(await server.stop("SIGTERM"), 0);
  assert.match(server.logged(), /GET \/api\/v1\/server_settings.* 200/);
});

test.run();
