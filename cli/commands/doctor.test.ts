import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Member } from "../../conformance/client/target.ts";
import { isNight } from "../../conformance/night.test.kit.ts";
import { type Diagnosis, doctor } from "../../conformance/targets/doctor.ts";
import { embedded } from "../../conformance/targets/embedded.ts";
import { frontOf } from "../../conformance/targets/front.test.kit.ts";
import { type ListenOptions, listen } from "../../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../../sim/index.ts";
import { touchstoneWith } from "../captured.test.kit.ts";
import { plain } from "../render/colours.ts";
import { diagnosisText } from "./doctor.ts";

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => touchstoneWith({ env }, "doctor", ...args);

async function served(options: ListenOptions = {}) {
  const sim = createSimulator({ brand: "zulip", level: 480 });
  return { sim, server: await listen(sim, options) };
}

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
function fileOf(content: unknown): string {
  const path = join(directory, "target.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("a simulator with its control API is told of on one screen, without keys", async () => {
  const { sim, server } = await served();
  const { code, out, err } = await run([server.url]);
  assert.is(err, "");
  assert.is(code, 0);
  assert.match(out, `can be tested: ${server.url}\nlevel 480, brand zulip, with control API\n`);
  assert.match(out, /alice +member +id 12 +password known\n/);
  assert.match(out, /robo +member +id 18 +bot\n/);
  assert.match(out, /general \(41\)/);
  assert.match(out, /\d+ of \d+ properties can be tested/);
  assert.ok(out.split("\n").length <= 32);
  for (const { api_key, password } of Object.values(sim.cast)) assert.not(out.includes(api_key) || out.includes(password ?? api_key));
  await server.close();
});

test("what a run leaves is told before it, and with a control API it leaves nothing", async () => {
  const { sim, server } = await served({ control: false });
  const { owen, alice } = sim.cast;
  const { out } = await run(["--target", fileOf({ url: server.url, cast: { owen, alice }, channels: { general: "general" } })]);
  assert.match(out, /\nwhat a whole run leaves there; all else that it changes it takes back\n {2}messages .+ 5000 at most\n/);
  assert.match(out, /\n {2}channels, archived +70 at most\n/);
  await server.close();
  const steered = await served();
  assert.not.match((await run([steered.server.url])).out, "takes back");
  await steered.server.close();
});

test("--json prints one line of data", async () => {
  const { server } = await served();
  const { code, out } = await run([server.url, "--json", "--level", "300", "--brand", "auto"]);
  assert.is(code, 0);
  assert.is(out.trimEnd().split("\n").length, 1);
  const told = JSON.parse(out) as Diagnosis;
  assert.equal([told.reachable, told.url, told.level, told.brand, told.control], [true, server.url, 300, "zulip", true]);
  assert.is(told.cast.length, 8);
  await server.close();
});

// Twenty seconds of processor time; of one account conformance/targets/doctor.test.ts knows by day.
const nightly = isNight ? test : () => {};
nightly("with a target file of one account the rest is told to be missing", async () => {
  const { sim, server } = await served({ control: false });
  const cast = { alice: { email: "alice@example.com", api_key_env: "KEY" } };
  const file = fileOf({ url: server.url, cast, channels: { general: "general" } });
  const { code, out } = await run(["--target", file, "--json"], { KEY: sim.cast.alice!.api_key });
  assert.is(code, 0);
  const { cast: members, channels, untestable, control } = JSON.parse(out) as Diagnosis;
  assert.equal(members, [{ name: "alice", user_id: 12, role: "member", is_bot: false, password: false }]);
  assert.equal([channels, control], [{ general: 41 }, false]);
  assert.ok(untestable.some(({ reason }) => reason === "the cast has no bob"));
  const told = await run(["--target", file, "--level", "400", "--timeout", "9s"], { KEY: sim.cast.alice!.api_key });
  assert.match(told.out, /\naccounts that are missing, and the properties that each would add\n( {2}(bob|dana|owen) .* adds \d{2,}\n){2}/);
  assert.match(told.out, /\n {2}all of these +add \d{3}\n/);
  const check = `npx touchstone check --target ${file} --level 400 --timeout 9000ms`;
  assert.ok(told.out.endsWith(`\nnext: ${check}\n`), told.out);
  const { missing, check: same } = JSON.parse(out) as Diagnosis & { check: string };
  assert.equal([missing.accounts.length, same], [7, `npx touchstone check --target ${file}`]);
  await server.close();
});

test("a server that is not there, and one that refuses, end with exit code 3", async () => {
  const { sim, server } = await served({ control: false });
  const cast = { alice: { email: "alice@example.com", api_key: "x".repeat(32) } };
  const refused = await run([server.url, "--target", fileOf({ cast })]);
  assert.equal([refused.code, refused.err], [3, ""]);
  assert.is(refused.out, "cannot be tested: credentials are refused for alice (alice@example.com: 401 UNAUTHORIZED)\n");
  assert.is(sim.transcript.length, 2);
  await server.close();
  const gone = await run([server.url]);
  assert.is(gone.code, 3);
  assert.match(gone.out, /^cannot be tested: 127\.0\.0\.1:\d+ is unreachable: nothing listens there \(ECONNREFUSED\)\n$/);
  const told = JSON.parse((await run([server.url, "--json"])).out) as Diagnosis & { check: unknown };
  assert.equal([told.reachable, told.properties.testable, told.check], [false, 0, null]);
});

const mistakes: [what: string, args: () => string[], complaint: RegExp][] = [
  ["nobody to examine", () => [], /^touchstone doctor: whom to examine is missing; a URL or --target <file> is accepted\n$/],
  ["a URL that is none", () => ["chat"], /^touchstone doctor: url: got "chat", expected the base URL of a server/],
  ["a file that is not there", () => ["--target", "/nowhere.json"], /^touchstone doctor: \/nowhere\.json: no readable file/],
  [
    "a file with a fault",
    () => ["--target", fileOf({ cast: { alice: {} } })],
    /^touchstone doctor: \S+\.json: cast\.alice\.email: missing/,
  ],
  [
    "a level that is none",
    () => ["http://a", "--level", "x"],
    new RegExp(`--level.*'x' is invalid. auto or an integer from 1 to ${newestLevel} is accepted`),
  ],
];
for (const [what, args, complaint] of mistakes) {
  test(`${what} gets one line on stderr and exit code 2`, async () => {
    const { code, out, err } = await run(args());
    assert.equal([code, out], [2, ""]);
    assert.match(err, complaint);
    assert.is(err.trimEnd().split("\n").length, 1);
  });
}

test("what a server lacks that prepares tests is told, and counts as missing", async () => {
  const { sim, server } = await served({ control: false });
  const { owen, alice } = sim.cast;
  const content = { cast: { owen, alice }, channels: { general: "general" } };
  const asked = async (url: string) => JSON.parse((await run(["--target", fileOf({ ...content, url }), "--json"])).out) as Diagnosis;
  const lacking = /^\/api\/v1\/(users\/me\/subscriptions|realm|settings|realm\/filters|realm\/profile_fields)$/;
  const none = { status: 404, body: { result: "error", msg: "", code: "NO_SUCH_ROUTE" } };
  const front = await frontOf(server.url, { instead: (path) => (lacking.test(path) ? none : undefined) });
  const [whole, poor] = [await asked(server.url), await asked(front.url)];
  assert.equal(whole.missingRoutes, []);
  assert.ok(poor.missingRoutes.some(({ route }) => route === "PATCH /realm"));
  assert.match(poor.notes.join("\n"), /^not there to prepare tests are POST \/users\/me\/subscriptions, PATCH \/realm, /m);
  assert.ok(poor.properties.testable < whole.properties.testable - 10);
  await front.close();
  await server.close();
});

test("of missing endpoints those come first that add most, and those that nothing waits for are not listed", async () => {
  const some = await doctor(embedded(), new Map());
  const untestable = [
    { reason: "waits for POST /typing", properties: ["a/b", "a/c"] },
    { reason: "waits for GET /messages", properties: ["a/d", "a/e"] },
  ];
  const missingRoutes = ["PATCH /realm", "GET /messages", "POST /typing"].map((route) => ({
    route,
    adds: route === "POST /typing" ? 2 : 0,
  }));
  const text = diagnosisText({ ...some, untestable, missingRoutes }, plain);
  assert.match(text, "would add\n  POST /typing   adds 2  of 2 that wait for it\n  GET /messages  adds 0  of 2 that wait for it\n\n");
});

test("the doctor does not send anybody to the doctor", async () => {
  const some = await doctor(embedded(), new Map());
  const untestable = ["waits for POST /typing", "the cast has no bob"].map((reason) => ({ reason, properties: ["a/b"] }));
  const text = diagnosisText({ ...some, untestable }, plain);
  assert.match(text, / 1 {2}once the server has the endpoint\n/);
  assert.match(text, / 1 {2}the account in the cast of the target file\n/);
});

test("a large cast and many reasons are cut to one screen", async () => {
  const some = await doctor(embedded(), new Map());
  const cast = Array.from({ length: 40 }, (_, i) => ({ ...some.cast[0]!, name: `p${i}`, role: "member" as Member["role"], user_id: null }));
  const untestable = Array.from({ length: 20 }, (_, i) => ({ reason: `reason ${i}`, properties: ["a/b"] }));
  const text = diagnosisText({ ...some, cast, untestable, notes: ["something"] }, plain);
  assert.match(text, "  and 30 more members: --json lists all\n");
  assert.match(text, "  and 12 more reasons: --json lists all\n");
  assert.match(text, "p0  member  id not known  password known\n");
  assert.match(text, "note: something\n");
  assert.ok(text.split("\n").length <= 34);
});

test.run();
