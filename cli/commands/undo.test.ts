import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Body } from "../../conformance/expect.ts";
import { byDay, isNight, nightly } from "../../conformance/night.test.kit.ts";
import type { Report } from "../../conformance/results/report.ts";
import type { Diagnosis } from "../../conformance/targets/doctor.ts";
import { leftBy } from "../../conformance/targets/ledger/entry.ts";
import { ledgerHead } from "../../conformance/targets/ledger/reader.ts";
import { openTarget } from "../../conformance/targets/probe.ts";
import { touchstone, touchstoneWith } from "../captured.test.kit.ts";
import { capabilities, differences, folder, isAnnounced, killed, names, place, served, told } from "./undo.test.kit.ts";

const ledgersIn = (path: string): string[] => readdirSync(path).filter((name) => /^touchstone-.*\.jsonl$/.test(name));

/** By day what writes for the whole organization and what prepares it; all at night. */
const share = byDay(
  [
    ...["realm.domains.post*", "user_groups.create.post/*", "channel_folders.create.post/*", "users.me.profile_data.patch*"],
    ...["user_topics.post/*", "navigation_views.post/*", "remove_client_device.post/*", "scenario/*"],
  ].flatMap((pattern) => ["--only", pattern]),
  [],
);

test("a registration of every account tells the same before and after a check, but for what the doctor announces", async () => {
  const ledger = place();
  let [requests, lines] = [0, ""];
  const context = await served(() => {
    if (++requests % 25 > 0 || !existsSync(ledger)) return;
    const written = readFileSync(ledger, "utf8");
    if (written.length > lines.length) lines = written;
  });
  const { sim, server, target } = context;
  // Servers set policies by themselves for who writes or is mentioned in a topic: the doctor announces that.
  for (const name of names.filter((one) => one !== "robo"))
    sim.as(name).send("PATCH /settings", {
      automatically_follow_topics_policy: 4,
      automatically_follow_topics_where_mentioned: false,
      automatically_unmute_topics_in_muted_streams_policy: 4,
    } as never);
  const before = told(context);
  const check = [
    "check",
    "--target",
    target,
    "--seed",
    "4",
    "--runs",
    byDay("1", "100"),
    "--tries",
    byDay("1", "3"),
    "--ledger",
    ledger,
    "--report",
    "json",
    ...share,
  ];
  const { code, out, err } = await touchstone(...check);
  const report = JSON.parse(out) as Report;
  assert.is(code, 0, JSON.stringify(report.causes));
  assert.equal(differences(before, told(context, before)), []);
  assert.match(err, `touchstone undo ${ledger} takes that back`);
  assert.ok(lines.split("\n").length > 300, "the ledger was written");
  for (const { api_key, password } of Object.values(sim.cast)) assert.not(lines.includes(api_key) || lines.includes(password ?? api_key));
  assert.is((await touchstone("undo", ledger)).out, `nothing is left to undo in ${ledger}\n`);
  await server.close();
});

test("what stays is no more than the doctor announces", async () => {
  const context = await served();
  const { sim, server, target } = context;
  const announced = JSON.parse((await touchstone("doctor", "--target", target, "--json")).out).leaves as ReturnType<typeof leftBy>;
  await touchstone(
    "check",
    "--target",
    target,
    "--seed",
    "4",
    ...byDay(["--runs", "2", "--tries", "0", "--only", "user_groups*.text/*", "--only", "channel_folders*.text/*"], []),
  );
  const all: Body = sim.as("owen").send("POST /register", { client_capabilities: capabilities }).body;
  const gone = (part: string): number => Object.values(all[part] as Body).filter(isAnnounced).length;
  const left = {
    messages: Number(all.max_message_id) - 124,
    "user groups": gone("realm_user_groups"),
    "channel folders": gone("channel_folders"),
    emoji: gone("realm_emoji"),
  };
  for (const [what, number] of Object.entries(left)) {
    const { most } = announced.find((one) => one.what.includes(what))!;
    assert.ok(number <= Number(most), `${number} ${what}`);
  }
  assert.ok(left["user groups"] > 10 && left["channel folders"] > 5);
  await server.close();
});

test("where nothing may stay, no group, folder, channel or emoji does, and what would need one waits", async () => {
  const context = await served();
  const { server, target } = context;
  const file = JSON.parse(readFileSync(target, "utf8")) as Body;
  writeFileSync(target, JSON.stringify({ ...file, allowTraces: false }));
  // By day conformance/targets/ledger tells what stays of such a target; the doctor tries each property for it.
  const diagnosis = isNight ? (JSON.parse((await touchstone("doctor", "--target", target, "--json")).out) as Diagnosis) : undefined;
  if (diagnosis) {
    assert.equal(
      diagnosis.leaves.map(({ what }) => /^\w+/.exec(what)?.[0]),
      ["messages", "topic", "presence"],
    );
    assert.equal(diagnosis.missingRoutes, []);
  }
  const before = told(context);
  const only = byDay(
    ["user_groups.create*", "channel_folders.create*", "realm.domains.post*", "message.recipients*"],
    ["user_groups*", "channel_folders*", "realm.domains.post*", "visibility*", "message.recipients*"],
  );
  const drawn = ["--only", "scenario/*", "--runs", byDay("1", "4"), "--tries", "1", "--seed", "4"];
  const { code, out } = await touchstone(
    "check",
    "--target",
    target,
    "--report",
    "json",
    ...drawn,
    ...only.flatMap((one) => ["--only", one]),
  );
  const { properties, causes } = JSON.parse(out) as Report;
  assert.is(code, 0, JSON.stringify(causes));
  // Servers set policies by themselves for who writes in a topic.
  const changed = differences(before, told(context)).filter((line) => !/^\.\w+\.user_topics/.test(line));
  assert.equal(changed, []);
  const waiting = properties.filter(({ reason }) => reason?.startsWith("waits for --allow-traces: "));
  assert.ok(waiting.length > byDay(15, 30), `${waiting.length} wait`);
  const foreseen = diagnosis?.untestable
    .filter(({ reason }) => reason.startsWith("waits for --allow-traces: "))
    .flatMap((one) => one.properties);
  assert.equal(
    waiting.filter(({ address }) => foreseen && !foreseen.includes(address)).map(({ address, reason }) => `${address}: ${reason}`),
    [],
  );
  assert.ok(properties.some(({ address, verdict }) => address.startsWith("realm.domains.post") && verdict === "agrees"));
  await server.close();
});

nightly("where they may stay, the doctor announces groups", async () => {
  const { server, target } = await served();
  const allowed = JSON.parse((await touchstone("doctor", "--target", target, "--allow-traces", "--json")).out) as Diagnosis;
  assert.ok(allowed.leaves.some(({ what }) => what.startsWith("user groups")));
  await server.close();
});

test("what a server can make and not remove is announced, and not made where nothing may stay", async () => {
  const context = await served();
  const { sim, server, target } = context;
  const { status, body } = sim.as("alice").send("DELETE /no/such/route" as string);
  for (const route of ["DELETE /realm/domains/{domain}", "DELETE /navigation_views/{fragment}"])
    sim.faults.add(JSON.parse(JSON.stringify({ match: { route }, THEN: { status, body } }).replace("THEN", "then")));
  const announced = async (): Promise<string[]> => {
    const opened = await openTarget({ file: target, sends: false });
    await opened.close();
    return leftBy(opened).flatMap(({ what }) => (/^(domains|navigation views)$/.test(what) ? [what] : []));
  };
  assert.equal(await announced(), ["domains", "navigation views"]);
  writeFileSync(target, JSON.stringify({ ...JSON.parse(readFileSync(target, "utf8")), allowTraces: false }));
  assert.equal(await announced(), []);
  const before = told(context);
  const only = ["--only", "realm.domains.post/*", "--only", "navigation_views.post/*"];
  const { out } = await touchstone("check", "--target", target, "--report", "json", "--seed", "4", ...only);
  assert.equal(differences(before, told(context, before)), []);
  const reasons = (JSON.parse(out) as Report).properties.map(({ reason = "" }) => reason);
  for (const route of ["POST /realm/domains", "POST /navigation_views"])
    assert.ok(reasons.includes(`waits for --allow-traces: what ${route} makes would stay behind`), reasons.join("\n"));
  await server.close();
});

test("an interrupted check takes back what it did, and ends with 3", async () => {
  let interrupt = (): void => {};
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const ledger = place();
  let lines = "";
  const context = await served((line) => {
    if (/realm\/domains.* 200/.test(line)) interrupt();
    if (/DELETE .*realm\/domains.* 200/.test(line)) lines = readFileSync(ledger, "utf8");
  });
  const before = told(context);
  const only = ["--only", "realm.domains.post*"];
  const { code, out, err } = await touchstoneWith(
    { interrupted: () => interrupted },
    "check",
    "--target",
    context.target,
    "--ledger",
    ledger,
    ...only,
  );
  assert.is(code, 3);
  assert.match(out, /the run was interrupted\.\n$/);
  assert.match(err, /what it changed is taken back/);
  assert.match(lines, /"key":"domain /);
  assert.equal(differences(before, told(context, before)), []);
  await context.server.close();
});

test("a ledger in a place of its own is cleared when all is undone", async () => {
  const { server, target } = await served();
  const before = ledgersIn(tmpdir());
  const { err } = await touchstone("check", "--target", target, "--only", "realm.domains.post*");
  const [, named = ""] = /touchstone undo (\S+) takes/.exec(err) ?? [];
  assert.match(named, /touchstone-.*\.jsonl$/);
  assert.not(existsSync(named));
  assert.equal(
    ledgersIn(tmpdir()).filter((one) => !before.includes(one) && named.endsWith(one)),
    [],
  );
  await server.close();
});

test("undo takes back what a killed run left, with the accounts of its target file", async () => {
  const context = await served();
  const before = told(context);
  const file = await killed(context);
  assert.not.equal(told(context, before), before);
  const { code, out, err } = await touchstone("undo", file);
  assert.equal([code, out, err], [0, `3 of 3 changes on ${context.server.url} are undone\n`, ""]);
  assert.equal(differences(before, told(context, before)), []);
  assert.is(readFileSync(file, "utf8"), `${JSON.stringify(ledgerHead(context.server.url, context.target))}\n`);
  const again = await touchstone("undo", file);
  assert.equal([again.code, again.out], [0, `nothing is left to undo in ${file}\n`]);
  await context.server.close();
});

test("an undo that the server refuses is named, and the others are done", async () => {
  const context = await served();
  const file = await killed(context);
  context.sim.as("owen").send("DELETE /realm/domains/one.example.com" as string);
  const { code, out } = await touchstone("undo", file);
  assert.is(code, 1);
  assert.match(
    out,
    /^not undone: remove the domain one\.example\.com \(DELETE \/realm\/domains\/one\.example\.com by owen answers 400 BAD_REQUEST, "No entry found for domain one\.example\.com\."\)\n2 of 3 /,
  );
  assert.is((await touchstone("undo", file)).out.split("\n").at(-2), `0 of 1 changes on ${context.server.url} are undone`);
  const { err, ...used } = await touchstone("check", "--target", context.target, "--only", "typing.post/op", "--ledger", file);
  assert.is(used.code, 2);
  assert.match(err, /--ledger .*: a run before left 1 change on a server; touchstone undo takes it back/);
  await context.server.close();
});

test("undo of a server that is gone ends with 3 and keeps the ledger", async () => {
  const context = await served();
  const file = await killed(context);
  const before = readFileSync(file, "utf8");
  await context.server.close();
  const { code, err } = await touchstone("undo", file);
  assert.is(code, 3);
  assert.match(
    err,
    new RegExp(`^touchstone undo: 127\\.0\\.0\\.1:\\d+ is unreachable: nothing listens there .*; what is not undone stays in ${file}\n$`),
  );
  assert.is(readFileSync(file, "utf8"), before);
});

test("a file that is no ledger is one clear error", async () => {
  const add = '{"add":{"key":"a","what":"b","undo":{"by":["owen"],"method":"DELETE","path":"/a","fields":{}}}}';
  const bad = (content: string): string => {
    const file = place();
    writeFileSync(file, content);
    return file;
  };
  const head = JSON.stringify(ledgerHead("http://127.0.0.1:1", undefined));
  const target = bad('{"url": "http://127.0.0.1:2", "cast": {}}');
  for (const [args, problem] of [
    [[join(folder, "none.jsonl")], /the file cannot be read \(ENOENT\)/],
    [[bad("")], /it is empty, expected a ledger/],
    [[bad("hello\n")], /line 1: no JSON/],
    [[bad('{"format":"touchstone-report","version":1}\n')], /line 1: format: got "touchstone-report", expected "touchstone-ledger"/],
    [[bad(`${head}\n{"add":1}\n`)], /line 2: add: got 1, expected an object/],
    [
      [bad(`${head}\n${add}\n`), "--target", target],
      /is of http:\/\/127\.0\.0\.1:1, and the target file names http:\/\/127\.0\.0\.1:2\/?: --url http:\/\/127\.0\.0\.1:1 is accepted/,
    ],
    [[bad(`${head}\n${add}\n`), "--target", join(folder, "none.json")], /no readable file, expected the path of a target file/],
  ] as const) {
    const { code, err } = await touchstone("undo", ...args);
    assert.is(code, 2, err);
    assert.is(err.trimEnd().split("\n").length, 1);
    assert.match(err, problem);
  }
});

test.run();
