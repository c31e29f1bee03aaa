import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../conformance/catalogue/catalogue.ts";
import { type Property, property } from "../../conformance/declare/property.ts";
import type { Report } from "../../conformance/results/report.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../../sim/index.ts";
import { touchstoneWith } from "../captured.test.kit.ts";
import type { Io } from "../io.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));

function file(name: string, content: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const run = (args: readonly string[], env: NonNullable<Io["env"]> = {}) => touchstoneWith({ env }, ...args);

const typing = ["check", "--only", "typing.post/*"];
const reportOf = (text: string): Report => JSON.parse(text) as Report;

test("the embedded simulator may vary, and a server may not", async () => {
  const { code, out } = await run([...typing, "--seed", "3", "--vary", "7"]);
  assert.is(code, 0, out);
  const { code: refused, err } = await run([...typing, "http://127.0.0.1:1", "--vary", "7"]);
  assert.is(refused, 2);
  assert.match(err, /^touchstone check: --vary is for the embedded simulator/);
});

test("check without a target tests the embedded simulator, prints its seed and conforms", async () => {
  const { code, out, err } = await run([...typing, "--seed", "3"]);
  assert.is(code, 0, out);
  assert.match(out, new RegExp(`^touchstone check of the embedded simulator: level ${newestLevel}, brand service, seed 3\n`));
  assert.match(out, /\nThe target conforms in (all \d+|\d+ of \d+) clauses asked for.*: \d+ agree/);
  assert.is(err, "touchstone check: seed 3\n");
  const long = await run([...typing, "--seed", "3", "--report", "details"]);
  assert.match(long.out, /Endpoints > POST \/typing +\d+ +\d+ +0 /);
});

test("--show prints every step of the scenarios that agree, with its answer", async () => {
  const { code, out } = await run(["check", "--only", "scenario/*", "--runs", "2", "--steps", "12", "--seed", "3", "--show"]);
  assert.is(code, 0, out);
  const sentences = out.match(/^ {5}\d+\. .+ {2}-> {2}\d{3}( [A-Z_]+)?$/gm) ?? [];
  assert.ok(sentences.length >= 12, out);
  assert.match(out, /^scenario\/0 (agrees|silent)\n {5}1\. /m);
  assert.match(out, /^scenario\/1 (agrees|silent)\n {5}1\. /m);
  const quiet = await run(["check", "--only", "scenario/*", "--runs", "2", "--steps", "12", "--seed", "3"]);
  assert.not.match(quiet.out, /->/);
});

test("a run says how many more clauses it tried than the one whose JSON report it writes anew", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "before-")), "last.json");
  const again = () => run(["check", "--endpoint", "POST /typing", "--only", "typing.post/*", "--tries", "5", "--report", `json=${file}`]);
  assert.match((await again()).out, /\n(\d+) of \1 clauses were tried\n/);
  assert.match((await again()).out, `clauses were tried, as many as in ${file}\n`);
  const report = JSON.parse(readFileSync(file, "utf8"));
  const untestable = { verdict: "untestable", reason: "for want of an account" };
  const poorer = report.properties.map((result: object) =>
    "address" in result && result.address === "typing.post/op" ? { ...result, ...untestable } : result,
  );
  writeFileSync(file, JSON.stringify({ ...report, properties: poorer }));
  assert.match((await again()).out, /, \d+ more than in .*last\.json\n/);
  writeFileSync(file, '{"format":"touchstone-report",');
  assert.match((await again()).out, /\n(\d+) of \1 clauses were tried\n/);
});

test("--racing says how many scenarios are sent at the same time, 25 without a number", async () => {
  const counted = async (...args: string[]): Promise<number> => {
    const { code, out } = await run(["check", "--only", "concurrent/*", "--seed", "3", "--report", "json", ...args]);
    assert.is(code, 0, out);
    return reportOf(out).scenarios.length;
  };
  assert.is(await counted("--racing", "4"), 4);
  assert.is(await counted("--racing"), 25);
  const { code, err } = await run(["check", "--racing", "http://127.0.0.1:1"]);
  assert.is(code, 2);
  assert.match(err, /--racing \[number\].*an integer from 0 to 1000000 is accepted/);
});

test("what the specification states differs unless it is accepted by name, and a bare --strict takes no URL", async () => {
  const only = ["check", "--only", "messages.post.errors/unknownChannelSpelled", "--seed", "3"];
  for (const wrong of [
    ["--accept", "longTopic"],
    ["--strict", "unknownChannelName"],
    ["--causes", "0"],
  ]) {
    const { code, err } = await run([...only, ...wrong]);
    assert.is(code, 2, err);
    assert.match(err, wrong[0]!);
  }
  assert.is((await run([...only, "--accept", "observed", "--strict", "longTopic", "--causes", "2"])).code, 0);
  const { code, err } = await run(["check", "--strict", "http://127.0.0.1:1"]);
  assert.is(code, 3, err);
  assert.match(err, /127\.0\.0\.1:1/);
  const accepted = await run([...only, "--accept", "unknownChannelName", "--report", "json"]);
  assert.equal(reportOf(accepted.out).accepted, ["unknownChannelName"]);
});

test("without a seed one is drawn and printed, and with it the same report comes again", async () => {
  const first = await run([...typing, "--report", "json"]);
  const { seed } = reportOf(first.out);
  assert.is(first.err, `touchstone check: seed ${seed}\n`);
  const second = await run([...typing, "--report", "json", "--seed", String(seed)]);
  assert.is(second.out, first.out);
});

test("--level and --brand set the embedded simulator", async () => {
  const { code, out } = await run([...typing, "--seed", "1", "--level", "300", "--brand", "acme", "--report", "json"]);
  assert.is(code, 0, out);
  assert.equal([reportOf(out).target.level, reportOf(out).target.brand], [300, "acme"]);
});

test("nothing to run is no success", async () => {
  const skipped = await run([...typing, "--skip", "typing*", "--seed", "1"]);
  assert.is(skipped.code, 3);
  assert.match(skipped.out, /Nothing was tested, so this is no success: --skip leaves out all that was chosen\.$/m);
  const beyond = await run(["check", "--only", "scenario/9", "--runs", "1", "--seed", "1"]);
  assert.match(beyond.out, /Nothing was tested, so this is no success: nothing has such an address; `touchstone list` prints/);
  const budgeted = await run([...typing, "--budget", "0s", "--seed", "1", "--report", "json"]);
  assert.is(budgeted.code, 3);
  assert.ok(reportOf(budgeted.out).notRun.length > 0);
});

test("reports go to files, and the text to stdout beside them", async () => {
  const [junit, html, json] = ["new/j.xml", "new/r.html", "r.json"].map((name) => join(directory, name));
  const reports = [`junit=${junit}`, `html=${html}`, `json=${json}`].flatMap((each) => ["--report", each]);
  const { code, out } = await run([...typing, "--seed", "1", ...reports]);
  assert.is(code, 0);
  assert.match(out, /The target conforms/);
  assert.match(readFileSync(junit!, "utf8"), /^<\?xml/);
  assert.match(readFileSync(html!, "utf8"), /^<!doctype html>/);
  assert.is(reportOf(readFileSync(json!, "utf8")).format, "touchstone-report");
  const github = await run([...typing, "--seed", "1", "--report", "github"]);
  assert.match(github.out, /^::notice title=touchstone::The target conforms/);
});

test("--rulings holds the target to a choice, also in the line that replays", async () => {
  const lengths = [
    "check",
    "--only",
    "messages.post.topic*",
    "--only",
    "messages.post.text/topic-*",
    "--tries",
    "0",
    "--runs",
    "0",
    "--seed",
    "1",
  ];
  const learnt = await run(lengths);
  assert.is(learnt.code, 0, learnt.out);
  const held = await run([...lengths, "--rulings", "longTopic=refuse", "--report", "details"]);
  assert.is(held.code, 1);
  assert.match(held.out, /longTopic is truncate in messages\.post\.t.*, and the target is held to refuse\n/);
  assert.match(held.out, /replay {2}npx touchstone check --rulings longTopic=refuse --tries 0 --only messages\.post\.t/);
});

test("a baseline whose entries differ no more fails with its own exit code, also where the clause is unknown", async () => {
  const reason = "an old server";
  const gone = file("gone.json", [{ clause: "typing.post/nope", reason }]);
  const stale = await run([...typing, "--seed", "1", "--baseline", gone]);
  assert.is(stale.code, 4);
  assert.match(stale.out, /typing\.post\/nope \(an old server\): there is no such clause/);
  const both = await run([...typing, "--seed", "1", "--baseline", gone, "--require", "level=1"]);
  assert.is(both.code, 4, "that too little was tried comes last");
  const fine = await run([...typing, "--seed", "1", "--baseline", file("none.json", [])]);
  assert.is(fine.code, 0);
});

test("a level that is required and was not shown, since a part was run, is told apart from one that is not reached", async () => {
  const { code, err } = await run([...typing, "--seed", "1", "--require", "level=1"]);
  assert.is(code, 3);
  const words =
    /^touchstone check: no level is reached, and level 1 is required; \d+ of the \d+ clauses of level 0 were tried; touchstone next says why$/m;
  assert.match(err, words);
  const short = await run(["check", "--budget", "1s", "--threads", "1", "--seed", "1", "--require", "level=8"]);
  assert.is(short.code, 3);
  assert.match(short.err, /level 8 is required; \d+ of the \d+ clauses of level \d were tried; more time would tell$/m);
});

test("shards, given or from the CI system, make up the whole when they are merged", async () => {
  const whole = reportOf((await run([...typing, "--seed", "1", "--report", "json"])).out);
  const files = [join(directory, "1.json"), join(directory, "2.json")];
  const first = await run([...typing, "--seed", "1", "--shard", "1/2", "--report", `json=${files[0]}`]);
  assert.is(first.code, 0);
  const gitlab = { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "2" };
  const second = await run([...typing, "--seed", "1", "--report", `json=${files[1]}`], gitlab);
  assert.match(second.err, /^touchstone check: shard 2\/2, by CI_NODE_INDEX\n/);
  const merged = await run(["merge", ...files, "--report", "json"]);
  assert.is(merged.code, 0);
  assert.equal(reportOf(merged.out), whole);
  const half = await run(["merge", files[1]!]);
  assert.is(half.code, 3);
  assert.match(half.err, /not all was tested: 1\/2 is missing/);
  const listed = file("listed.json", []);
  await run([...typing, "--seed", "1", "--shard", "1/2", "--baseline", listed, "--report", `json=${files[0]}`]);
  const lost = await run(["merge", ...files, "--report", `baseline=${listed}`]);
  assert.is(lost.code, 2);
  assert.match(
    lost.err,
    /^touchstone merge: --report baseline: these reports were judged by a baseline, expected it here, too: --baseline <file>$/m,
  );
});

test("a share and a level are required of merged shards, and no level of one shard", async () => {
  const files = ["1", "2"].map((index) => join(directory, `required-${index}.json`));
  for (const [i, path] of files.entries())
    await run([...typing, "--seed", "1", "--shard", `${i + 1}/2`, "--require", "10%", "--report", `json=${path}`]);
  assert.is((await run(["merge", ...files, "--require", "80%"])).code, 0);
  const { code, err } = await run(["merge", ...files, "--require", "level=1"]);
  assert.is(code, 3);
  assert.match(err, /^touchstone merge: no level is reached, and level 1 is required; \d+ of the \d+ clauses of level 0 were tried/);
  const line = "--require level=1: shard 1/2 does not show a level; touchstone merge <reports> --require level=1 judges the whole";
  const refused = await run([...typing, "--shard", "1/2", "--require", "level=1"]);
  assert.equal([refused.code, refused.err], [2, `touchstone check: ${line}\n`]);
  const inCi = await run([...typing, "--require", "level=1"], { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "2" });
  assert.equal([inCi.code, inCi.err], [2, `touchstone check: ${line} (the shard is from CI_NODE_INDEX)\n`]);
});

test("shards without a seed have one in common", async () => {
  const gitlab = { CI_NODE_TOTAL: "2", CI_PIPELINE_ID: "77" };
  const seeds = await Promise.all(
    ["1", "2"].map(async (CI_NODE_INDEX) => (await run([...typing, "--report", "json"], { ...gitlab, CI_NODE_INDEX })).out),
  );
  assert.is(reportOf(seeds[0]!).seed, reportOf(seeds[1]!).seed);
});

test("--save makes its folder and leaves it empty where nothing differs", async () => {
  const folder = join(directory, "found");
  assert.is((await run([...typing, "--seed", "1", "--save", folder])).code, 0);
  assert.ok(existsSync(folder));
  assert.equal(readdirSync(folder), []);
});

test("--wait tries a server again while nothing answers, or a gateway before it does", async () => {
  const inner = await listen(createSimulator({ now: Date.now() }), { clock: "real" });
  let left = 3;
  const gateway = createServer(async (request, response) => {
    if (left-- > 0) return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
    const answer = await fetch(`${inner.url}${request.url}`, { method: request.method! });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const { code, out } = await run(["check", url, "--only", "server_settings.get/*", "--seed", "1", "--wait", "20s"]);
  gateway.closeAllConnections();
  gateway.close();
  await inner.close();
  assert.is(code, 0, out);
  assert.is((await run([...typing, "http://127.0.0.1:1", "--wait", "1ms"])).code, 3);
  const embedded = await run([...typing, "--wait", "1s"]);
  assert.equal([embedded.code, /^touchstone check: --wait is for a server: /.test(embedded.err)], [2, true]);
});

test("a server that is not there cannot be tested, and no report of it is left", async () => {
  const file = join(directory, "unreached.json");
  const { code, out, err } = await run(["check", "http://127.0.0.1:1", "--seed", "1", "--report", `json=${file}`]);
  assert.equal([code, existsSync(file)], [3, false]);
  assert.is(out, "");
  assert.match(err, /^touchstone: could not test: 127\.0\.0\.1:1 is unreachable/);
});

test("what serve --json prints names the target, its cast and its channels", async () => {
  const sim = createSimulator();
  const server = await listen(sim, { control: false });
  const target = file("t.json", { ...sim.description, control: false });
  const { code, out, err } = await run([...typing, "--target", target, "--seed", "1", "--concurrency", "3", "--timeout", "20s"]);
  await server.close();
  assert.is(code, 0, out + err);
  assert.match(out, new RegExp(`^touchstone check of ${server.url}: level ${newestLevel}, brand service, seed 1\n`));
});

test("--timeout says how long an answer may take", async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, err } = await run(["check", `http://127.0.0.1:${port}`, "--timeout", "20ms", "--seed", "1"]);
  server.close();
  assert.is(code, 3);
  assert.match(err, /could not test: .*GET \/server_settings got no answer within 0\.02 s/);
});

test("a fault of the suite is told with the part that failed, the rest is run, and it is no difference of the server", async () => {
  const broken = property({
    clause: "errors/body",
    holds: async ({ as }) => {
      await as.alice.send("GET /realm/linkifiers");
      throw new TypeError("x is\n  undefined");
    },
  });
  const all = properties as Map<string, Property>;
  all.set("made/broken", broken);
  const saved = file("made.broken.json", { format: "touchstone-property", version: 1, property: "made/broken", seed: 1 });
  const report = join(directory, "crash.json");
  const checked = await run(["check", "--only", "made/*", "--only", "typing.post/*", "--seed", "1", "--report", `json=${report}`]);
  const replayed = await run(["replay", saved]);
  all.delete("made/broken");
  const line =
    "touchstone: could not test: the suite itself failed in made/broken: TypeError: x is undefined; " +
    "this is a fault of the suite, not a difference of the server\n";
  assert.is(checked.code, 3);
  assert.match(checked.out, "not run to the end\n  made/broken: the suite itself failed: TypeError: x is undefined\n");
  assert.match(checked.out, /\nThis is no success, since 1 part was not run to the end: [1-9]\d* agree, \d silent, 1 untestable\.\n$/);
  const written = JSON.parse(readFileSync(report, "utf8"));
  assert.equal(written.failures, [{ part: "made/broken", reason: "the suite itself failed: TypeError: x is\n  undefined" }]);
  assert.equal([replayed.code, replayed.out, replayed.err], [3, "", line]);
});

const mistakes: [what: string, args: string[], complaint: RegExp][] = [
  ["a duration without unit", ["check", "--budget", "20"], /'20' is invalid. a duration such as 20s, 500ms or 2m is accepted/],
  ["no time at all for an answer", ["check", "--timeout", "0s"], /'0s' is invalid. a duration from 1ms to 596h is accepted/],
  ["a way to compare HTML that is none", ["check", "--compare-html", "loose"], /'loose' is invalid. Allowed choices are structural, exact/],
  ["a ruling without a choice", ["check", "--rulings", "observed"], /<name>=<choice> is accepted; the names are /],
  ["a format that is not there", ["check", "--report", "pdf"], /the formats are text, details, agent, json, junit, html, github/],
  [
    "two reports on stdout",
    ["check", "--report", "json", "--report", "text"],
    /: --report json and --report text: one report can go to stdout; --report text=<file> writes the other to a file$/m,
  ],
  [
    "a report twice on stdout",
    ["check", "--report", "github", "--report", "github"],
    /: --report github and --report github: one report can go to stdout/,
  ],
  [
    "two reports in one file",
    ["check", "--report", `json=${directory}/a.xml`, "--report", `junit=${directory}/b/../a.xml`],
    /: --report json=\S+\/a\.xml and --report junit=\S+\/b\/\.\.\/a\.xml: the second would overwrite the first; a file for each is accepted$/m,
  ],
  [
    "a report that cannot be written",
    ["check", "--report", `json=${file("plain", "")}/r.json`],
    /plain\/r\.json: it cannot be written \(E/,
  ],
  ["a folder that cannot be made", ["check", "--save", "/proc/nope"], /--save \/proc\/nope: the folder cannot be made \(ENOENT\)/],
  ["a folder that is a file", ["check", "--save", file("plain", "")], /--save .*plain: it is no folder/],
  ["a shard that is none", ["check", "--shard", "3/2"], /i\/n with i from 1 to n is accepted/],
  ["a level that is none", ["check", "--level", "x"], new RegExp(`auto or an integer from 1 to ${newestLevel} is accepted`)],
  ["a baseline that is not there", ["check", "--baseline", "/nope.json"], /--baseline \/nope\.json: the file cannot be read \(ENOENT\)/],
  [
    "a baseline that is none",
    ["check", "--baseline", file("odd.json", [{ clause: "x" }])],
    /odd\.json\[0\]\.reason: missing, expected why it is accepted/,
  ],
  ["a target file that is not there", ["check", "--target", "/nope.json"], /\/nope\.json: no readable file/],
  ["two budgets", ["check", "--smoke", "--budget", "9s"], /'--smoke' cannot be used with option '--budget <duration>'/],
  [
    "an option that is not about a file",
    ["check", "--from", "x.har", "--only", "a*"],
    /--only says nothing about recorded traffic; beside --from are/,
  ],
  ["an account of no file", ["check", "--account", "a@example.com"], /--account says whose requests a file holds: --from names one/],
  ["a URL that is none", ["check", "chat.example.org"], /url: got "chat\.example\.org"/],
  ["a URL with a password", ["check", "http://u:hunter2@127.0.0.1:1"], /url: got a URL with credentials/],
  ["no reports to merge", ["merge"], /missing required argument 'reports'/],
  [
    "a report that is none",
    ["merge", file("x.json", "{}")],
    /x\.json: format: missing, expected "touchstone-report", as check --report json=<file> writes it/,
  ],
  ["a mutant that is not there", ["mutants", "--only", "nope"], /no mutant is called so/],
];

for (const [what, args, complaint] of mistakes) {
  test(`${what} gets one line on stderr and exit code 2`, async () => {
    const { code, out, err } = await run(args);
    assert.is(code, 2, err);
    assert.is(out, "");
    assert.match(err, complaint);
    assert.not.match(err, "hunter2");
    assert.is(err.trimEnd().split("\n").length, 1);
  });
}

test("variables of a CI system that make no sense are a mistake", async () => {
  const { code, err } = await run([...typing], { CI_NODE_INDEX: "4", CI_NODE_TOTAL: "2" });
  assert.is(code, 2);
  assert.match(err, /CI_NODE_INDEX=4 with CI_NODE_TOTAL=2/);
});

test("list tells clauses and rulings, as text and as JSON", async () => {
  const text = await run(["list"]);
  assert.is(text.code, 0);
  assert.match(text.out, /\n\d+ clauses in \d+ sections, \d+ properties, \d+ untestable\n$/);
  const clauses = JSON.parse((await run(["list", "--json"])).out) as Record<string, unknown>[];
  assert.ok(clauses.some(({ id, properties }) => id === "typing.post/op-values" && (properties as string[]).length > 0));
  assert.match(
    (await run(["list", "--rulings"])).out,
    /\nfoundEnds {2}stated, and running servers do otherwise {2}Endpoints > GET \/messages\n/,
  );
  assert.is(JSON.parse((await run(["list", "--rulings", "--json"])).out).rateLimits.section, "Limits");
});

test("mutants prints a row for each and says how many were killed", async () => {
  const { code, out } = await run(["mutants", "--sample", "2", "--runs", "0"]);
  assert.ok(code === 0 || code === 1);
  assert.match(out, /^mutant +breaks +fate +noticed by\n/);
  assert.match(out, /of 2 mutants killed by the clause that they break/);
  const json = await run(["mutants", "--sample", "1", "--runs", "0", "--json"]);
  assert.is(JSON.parse(json.out).length, 1);
});

test("where nothing answers, no report of an earlier run is left that would pass for one of this; what users keep stays", async () => {
  const old = ["junit=old.xml", "json=old.json"].map((name) => ["--report", `${name.replace("=", `=${directory}/`)}`]);
  assert.is((await run([...typing, ...old.flat()])).code, 0);
  const [junit, json] = ["old.xml", "old.json"].map((name) => join(directory, name));
  const baseline = file("old-baseline.json", "[]");
  const reports = [`junit=${junit}`, `json=${json}`, `baseline=${baseline}`].flatMap((each) => ["--report", each]);
  const link = join(directory, "link.html");
  symlinkSync("/dev/null", link);
  const { code, err } = await run(["check", "http://127.0.0.1:1", "--only", "typing.post/op", ...reports, "--report", `html=${link}`]);
  assert.is(code, 3);
  assert.ok(lstatSync(link).isSymbolicLink(), "what is no file of its own stays");
  assert.ok(err.endsWith(`touchstone check: removed, since they are of an earlier run: ${junit}, ${json}\n`), err);
  assert.equal(
    [junit, json, baseline].map((path) => existsSync(path!)),
    [false, false, true],
  );
  const { code: usage } = await run(["check", "--only", "nothing/such", "--report", `json=${baseline}`]);
  assert.is(usage, 2);
  assert.ok(existsSync(baseline!));
});

test("on stdout the lines for GitHub stand below the report for people", async () => {
  const { code, out } = await run([...typing, "--seed", "1", "--report", "text", "--report", "github"]);
  assert.is(code, 0, out);
  assert.match(out, /^touchstone check of .*The target conforms.*^::notice /ms);
});

test("a run of scenarios alone that failed before counts no clauses, which properties prove", async () => {
  const sim = createSimulator({ now: Date.now() });
  sim.faults.add(JSON.parse('{"match":{"route":"POST /typing"},"then":{"status":200,"body":{"result":"success","msg":""}}}'));
  const server = await listen(sim, { clock: "real" });
  const report = join(directory, "failed.json");
  const first = await run(["check", server.url, "--only", "cover/26", "--seed", "1", "--no-shrink", "--report", `json=${report}`]);
  assert.is(first.code, 1, first.err);
  const { code, out } = await run(["check", server.url, "--no-shrink", "--failed", report]);
  await server.close();
  assert.is(code, 1, out);
  assert.match(out, /1 result differs/);
  assert.not.match(out, /0 of 0 clauses/);
});

test.run();
