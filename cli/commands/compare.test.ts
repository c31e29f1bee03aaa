import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Report } from "../../conformance/results/report.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, type Fault, newestLevel } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";

const file = join(mkdtempSync(join(tmpdir(), "touchstone-")), "report.json");
const page = join(dirname(file), "report.html");
const few = [
  "--seed",
  "5",
  "--runs",
  "2",
  "--steps",
  "15",
  "--tries",
  "0",
  "--no-shrink",
  "--only",
  "realm.presence.get*",
  "--only",
  "scenario/*",
];

const [older, newer] = [createSimulator({ now: Date.now(), level: 372 }), createSimulator({ now: Date.now(), level: newestLevel })];
const [first, second] = [await listen(older, { clock: "real" }), await listen(newer, { clock: "real" })];

/** An answer with another value in place of the presences. */
const presences = (value: unknown): Fault =>
  JSON.parse(
    JSON.stringify({
      match: { route: "GET /realm/presence" },
      THEN: { status: 200, body: { result: "success", msg: "", server_timestamp: 1, presences: value } },
    }).replace("THEN", "then"),
  );

async function compared(one: string, other: string, faults: readonly (readonly [typeof older, Fault])[] = []) {
  for (const [simulator, fault] of faults) simulator.faults.add(fault);
  const reports = [`json=${file}`, "details", `html=${page}`].flatMap((each) => ["--report", each]);
  const ended = await touchstone("compare", one, other, ...few, ...reports);
  for (const [simulator] of faults) simulator.faults.clear();
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  return { ...ended, report, groups: report.compared! };
}

const sizes = ({ onlyFirst, onlySecond, alike, eachItsWay }: NonNullable<Report["compared"]>): boolean[] =>
  [onlyFirst, onlySecond, alike, eachItsWay].map(({ length }) => length > 0);

test("two servers that are right, each for its level, do not differ", async () => {
  const { code, out, groups, report } = await compared(first.url, second.url);
  assert.is(code, 0, out);
  assert.equal(sizes(groups), [false, false, false, false]);
  assert.equal([groups.first.level, report.target.level], [372, newestLevel]);
  assert.ok(report.summary.exchanges > 20);
  assert.match(out, `compared with ${first.url}, level 372\nonly the first differs from the model: nothing\n`);
  assert.match(out, `touchstone compare of ${first.url} and ${second.url}: level ${newestLevel}, `);
  assert.match(out, /^[\d,]+ requests: [1-9][\d,]* by properties, /m);
});

test("what only the second does wrong ends with 1; what only the first does, with 0", async () => {
  const fault = presences("none");
  const worse = await compared(first.url, second.url, [[newer, fault]]);
  assert.is(worse.code, 1, worse.out);
  assert.equal(sizes(worse.groups), [false, true, false, false]);
  assert.match(worse.out, /^only this one differs: [1-9]/m);
  assert.match(worse.out, /^ {2}c-[0-9a-f]{8} {2}GET \/realm\/presence presences: expected object, got string/m);
  assert.match(readFileSync(page, "utf8"), /<h2>compared with .*<\/h2>.*<b>only this one differs: [1-9]/s);
  const better = await compared(second.url, first.url, [[newer, fault]]);
  assert.is(better.code, 0, better.out);
  assert.equal(sizes(better.groups), [true, false, false, false]);
});

test("what both do alike is known; what each does in its own way is not", async () => {
  const same = await compared(first.url, second.url, [
    [older, presences("none")],
    [newer, presences("nothing")],
  ]);
  assert.is(same.code, 0, same.out);
  assert.equal(sizes(same.groups), [false, false, true, false]);
  assert.ok(same.report.baseline!.known.every(({ reason }) => reason === "the first server does so too"));
  const other = await compared(first.url, second.url, [
    [older, presences("none")],
    [newer, presences(7)],
  ]);
  assert.is(other.code, 1, other.out);
  assert.is(other.groups.eachItsWay[0]!.first.signature, "GET /realm/presence presences: expected object, got string");
  assert.is(other.groups.eachItsWay[0]!.second.signature, "GET /realm/presence presences: expected object, got number");
});

test("a server that is not there and a file that is not one end in one line", async () => {
  const nowhere = await touchstone("compare", first.url, "http://127.0.0.1:9", ...few);
  assert.is(nowhere.code, 3);
  assert.match(nowhere.err, /^touchstone: could not test: /);
  const wrong = await touchstone("compare", "no-such-file.json", second.url, ...few);
  assert.is(wrong.code, 2);
  assert.match(wrong.err, "no-such-file.json");
});

const exactly = (one: string, other: string, ...more: string[]) =>
  touchstone("compare", "--exact", one, other, "--seed", "5", "--runs", "4", "--steps", "15", ...more);

test("two copies of a server agree to the letter, and a route that one answers otherwise is named", async () => {
  const now = Date.now();
  const [same, faulty] = [createSimulator({ now, level: newestLevel }), createSimulator({ now, level: newestLevel })];
  const [one, two] = [await listen(same, { clock: "real" }), await listen(faulty, { clock: "real" })];
  const alike = await exactly(one.url, two.url);
  assert.is(alike.code, 0, alike.out + alike.err);
  const inParts = /^([\d,]+) of \1 exchanges agree \(100 %\)\n( {2}[a-z ]+: ([\d,]+) of \3 exchanges agree \(100 %\)\n){3}$/;
  assert.match(alike.out, inParts);
  const [all = 0, ...parts] = [...alike.out.matchAll(/([\d,]+) of/g)].map(([, count = ""]) => Number(count.replaceAll(",", "")));
  assert.is(
    parts.reduce((sum, part) => sum + part, 0),
    all,
  );
  const fault = '{"match":{"route":"GET /users/me"},"then":{"status":418,"body":{"result":"success","msg":""}}}';
  faulty.faults.add(JSON.parse(fault));
  const other = await exactly(one.url, two.url, "--only", "GET /users/me");
  assert.is(other.code, 1, other.out + other.err);
  assert.match(other.out, /^GET \/users\/me status: 4\n {2}\w+ GET \/users\/me \{\}\n {2}200 and 418\n/m);
  faulty.faults.reset();
  faulty.faults.add(JSON.parse('{"match":{"route":"POST /messages"},"then":{"drop":"answer"}}'));
  const silent = await exactly(one.url, two.url, "--only", "POST /messages");
  assert.is(silent.code, 1, silent.out + silent.err);
  assert.match(silent.out, /^POST \/messages status: \d+\n.*\n {2}\d+ and nothing\n/m);
  await one.close();
  await two.close();
});

test("refusals that name each server's own event queue are the same", async () => {
  const now = Date.now();
  const [one, two] = [
    await listen(createSimulator({ now }), { clock: "real" }),
    await listen(createSimulator({ now, seed: 7 }), { clock: "real" }),
  ];
  const only = ["--only", "GET /events", "--only", "DELETE /events"];
  const { out } = await touchstone("compare", "--exact", one.url, two.url, "--seed", "5", "--runs", "6", "--steps", "25", ...only);
  assert.match(out, /^([\d,]+) of \1 exchanges agree \(100 %\)\n( {2}[a-z ]+: ([\d,]+) of \3 exchanges agree \(100 %\)\n){2}$/);
  await one.close();
  await two.close();
});

test("one server is not compared with itself to the letter", async () => {
  const { code, err } = await exactly(first.url, `${first.url}/`);
  assert.equal([code, /^touchstone compare: --exact: the two are one server, /m.test(err)], [2, true], err);
});

test("servers of different levels are not compared to the letter", async () => {
  const { code, err } = await exactly(first.url, second.url);
  assert.is(code, 2);
  assert.match(err, `the levels differ: 372 and ${newestLevel}`);
});

test.after(async () => {
  await first.close();
  await second.close();
});

test("what --only does not name is a mistake, and so is a report in place of a target file", async () => {
  const report = join(dirname(file), "a-report.json");
  writeFileSync(report, JSON.stringify({ format: "touchstone-report" }));
  for (const [args, line] of [
    [["--only", "nope"], /^touchstone compare: --only nope: nothing has such an address, and no clause such an id/],
    [
      ["--exact", "--only", "typing.post/op"],
      /^touchstone compare: --only typing\.post\/op: --exact takes routes, such as 'POST \/messages'; /,
    ],
  ] as const) {
    const { code, out, err } = await touchstone("compare", first.url, second.url, ...args);
    assert.equal([code, out], [2, ""], err);
    assert.match(err, line);
  }
  const { code, err } = await touchstone("compare", report, second.url);
  assert.is(code, 2);
  assert.match(err, /; the file is a report, which touchstone merge, check --failed and explain --with take\n$/);
  const twin = await listen(createSimulator({ now: Date.now(), level: 372 }), { clock: "real" });
  const none = await touchstone("compare", first.url, twin.url, "--exact", "--runs", "1", "--only", "GET /nowhere");
  await twin.close();
  assert.is(none.code, 3);
  assert.match(none.err, /nothing was compared: no scenario asks GET \/nowhere\n$/);
});

test.run();
