import { test } from "uvu";
import * as assert from "uvu/assert";
import { causesOf } from "../../conformance/results/causes.ts";
import { refusedKeyNote } from "../../conformance/results/refused-keys.ts";
import type { Report } from "../../conformance/results/report.ts";
import { plain } from "./colours.ts";
import { differing, viewed } from "./reports.test.kit.ts";
import { sampleClauses, sampleReport, sampleView } from "./sample.test.kit.ts";
import { text } from "./text.ts";
import { type View, viewOf } from "./view.ts";

const told = text(sampleView, plain);
const withArgs = (report: Report, args: readonly string[] = []): View => viewOf(report, { clauses: sampleClauses, args, saved: new Map() });

test("each cause has four lines: its clause, what is wrong, the exchange that shows it, and how to ask again", () => {
  const [id] = sampleReport.causes.flatMap((cause) => (cause.signature.startsWith("POST /typing result") ? cause.id : []));
  const lines = [
    `) ${id}  typing.post/op-values "op is start or stop & nothing else."`,
    "   but the request answers 200 {}, not a refusal",
    `   nobody POST /typing op=it's \\u0007 <b>  ->  200 {"result":"success","msg":"]]> & more"} (result: expected error, got success)`,
    "   replay  npx touchstone check https://chat.example.org --target 'my target.json' --only typing.post/opValues --seed 42",
  ];
  assert.ok(told.includes(`${lines.join("\n")}\n`), told);
});

test("a scenario shows its last step, whose reason says what differs", () => {
  const lines = [
    '"The anchor is <in> the window."',
    "   but found_anchor: expected true, got false",
    '   alice POST /typing  ->  200 {"found_anchor":false,"messages":[]}',
    "   replay  npx touchstone replay found/scenario-1.json https://chat.example.org --target 'my target.json'",
  ];
  assert.ok(told.includes(`${lines.join("\n")}\n`), told);
});

test("it ends with what is known, stale and untestable, how much was tried, and the line for the whole", () => {
  const end = [
    "1 cause as known: --report html=report.html shows all",
    "",
    "stale entries of the baseline (take them out, or renew them)",
    "  typing.post/gone: there is no such property",
    "accepted: localEcho",
    "could not be tested: 1 x the cast has no dana",
    "3 of 4 clauses were tried",
    "The target does not conform: 2 causes, 2 results differ; 2 agree, 1 silent, 1 known deviation, 1 untestable, 1 not run.",
    "",
  ].join("\n");
  assert.is(told.slice(-end.length).replace(/\d+ of \d+ clauses/, "3 of 4 clauses"), end);
  assert.not.match(told, "typing.post/direct");
});

test("where the specification is silent, the points at which the server does otherwise are counted", () => {
  const lines = (choices: Record<string, string>): string => text(withArgs({ ...sampleReport, choices }), plain);
  const said = "that the specification leaves open: decided otherwise than in the simulator";
  assert.ok(
    lines({ longTopic: "refuse", foundEnds: "observed" }).includes(`\n1 point ${said}, which is nothing to mend (--report details)\n`),
  );
  assert.not.match(lines({ longTopic: "truncate", foundEnds: "observed" }), said);
});

test("an account whose key is refused has a line of its own at the end, however many notes there are", () => {
  const others = Array.from({ length: 30 }, (_, i) => `not undone: ${"x".repeat(90)} ${i}`);
  const key = refusedKeyNote("bob", "bob@example.com: 401 UNAUTHORIZED");
  const lines = text(withArgs({ ...sampleReport, notes: [...others, key] }), plain).split("\n");
  const line = lines.indexOf("bob is left out, since its credentials are refused: bob@example.com: 401 UNAUTHORIZED");
  assert.ok(line >= lines.length - 4, lines.join("\n"));
  assert.match(lines.join("\n"), /^of the target: not undone.* \(and 29 more: --report details\)$/m);
});

test("a point that is decided in two ways is shown with both exchanges, and both are run again", () => {
  const asked = (path: string, status: number) => ({
    as: "alice",
    method: "POST",
    path,
    fields: {},
    status,
    body: { result: "success", id: status },
  });
  const reason =
    "longTopic is decided in two ways: refuse in made/first (alice POST /typing -> 400), and truncate in made/other (alice POST /messages -> 200)";
  const result = {
    address: "made/other",
    clauses: [],
    verdict: "differs" as const,
    reason,
    seen: [asked("/typing", 400), asked("/messages", 200)],
  };
  const { baseline: _, ...rest } = { ...sampleReport, properties: [result], scenarios: [], causes: [] };
  const lines = text(withArgs(rest), plain);
  assert.match(lines, /\n {3}alice POST \/typing {2}-> {2}400 .*\n {3}alice POST \/messages {2}-> {2}200 /);
  assert.match(lines, / --only made\/first --only made\/other --seed 42\n/);
  const held = { ...result, reason: "longTopic is truncate in made/other (alice POST /messages -> 200), and the target is held to refuse" };
  assert.match(text(withArgs({ ...rest, properties: [held] }), plain), /[^ ] --only made\/other --seed 42\n/);
  const unseen = {
    ...result,
    seen: [asked("/messages", 200)],
    reason: "longTopic is decided in two ways: refuse in scenario/3, and truncate in made/other",
  };
  assert.match(text(withArgs({ ...rest, properties: [unseen] }), plain), / --only scenario\/3 --only made\/other /);
});

test("what a monitor saw is shown with the request that it goes against, and run again where that was asked", () => {
  const asked = (path: string, status: number) => {
    return { as: "dana", method: "POST", path, fields: {}, status, body: { result: status === 200 ? "success" : "error" } };
  };
  const result = {
    ...{ address: "monitor/refused-names", clauses: [], verdict: "differs" as const, source: "a/b" },
    ...{ reason: "there is a group", seen: [asked("/user_groups/create", 400), asked("/register", 200)] },
  };
  const { baseline: _, ...rest } = { ...sampleReport, properties: [result], scenarios: [], causes: [] };
  const lines = text(withArgs(rest), plain);
  assert.match(lines, /\n {3}dana POST \/user_groups\/create {2}-> {2}400 .*\n {3}dana POST \/register {2}-> {2}200 /);
  assert.match(lines, / --only a\/b --only monitor\/refused-names --seed 42\n/);
  assert.match(lines, /\nwhere that does not show it, the whole check does: the same command without --only\n/);
  const { source: __, ...alone } = result;
  assert.not.match(text(withArgs({ ...rest, properties: [alone] }), plain), "--only");
  const ofScenario = text(withArgs({ ...rest, properties: [{ ...result, source: "cover/3" }] }), plain);
  const sent = text(withArgs({ ...rest, properties: [{ ...alone, senders: ["a/c", "a/d"] }] }), plain);
  assert.match(sent, / --only a\/c --only a\/d --only monitor\/refused-names /);
  assert.not.match(ofScenario, "--only");
  assert.match(ofScenario, /\ncover\/3 sent the request that it goes against\n/);
});

test("how much was tried is said once", () => {
  const properties = [...sampleReport.properties.slice(2), { address: "a", clauses: ["b", "c", "d"], verdict: "untestable" as const }];
  const { baseline: _, ...rest } = { ...sampleReport, properties, causes: [], scenarios: [], notRun: [] };
  const { summary } = sampleReport;
  const lines = text(withArgs({ ...rest, summary: { ...summary, expected: 4, differs: 0 } }), plain);
  assert.is(lines.match(/ of \d+ clauses/g)?.length, 1, lines);
  assert.match(lines, /\nNo difference found in 1 of 4 clauses: /);
});

test("of many causes as many are shown as 40 lines have room for, that first for which the most results wait", () => {
  const one = sampleView.causes.find(({ cause }) => cause.signature.startsWith("POST /typing result"));
  const waiting = ["typing.post/a", "typing.post/b"];
  const causes = Array.from({ length: 30 }, (_, i) => {
    return { ...one!, cause: { ...one!.cause, id: `c-${i}`, waiting: i === 20 ? waiting : [] } };
  });
  const lines = text({ ...sampleView, causes }, plain)
    .trimEnd()
    .split("\n");
  assert.is(lines.length, 38);
  const heads = lines.flatMap((line) => /^\d+\) (\S+)/.exec(line)?.[1] ?? []);
  assert.equal(heads, ["c-20", "c-0", "c-1", "c-2", "c-3", "c-4", "c-5"]);
  assert.ok(lines.some((line) => line.startsWith("1) c-20 (2 results wait for it)  ")));
  assert.ok(lines.includes("23 more causes: --report html=report.html shows all"), lines.join("\n"));
});

test("up to 20 stale entries of a baseline are shown, which take no more room from the causes than two, and what could not be judged is counted", () => {
  const stale = Array.from({ length: 21 }, (_, i) => ({ entry: `typing.post/old${i}`, why: "nothing differs any more" }));
  const lines = (count: number): string =>
    text(withArgs({ ...sampleReport, baseline: { known: [], stale: stale.slice(0, count), unjudged: ["a/b", "c/d"] } }), plain);
  assert.is(lines(20).match(/^ {2}typing\.post\/old\d+: nothing differs any more$/gm)?.length, 20);
  assert.not.match(lines(20), /--report details has all/);
  assert.match(lines(21), /^stale entries .* \(20 of 21: --report details has all\)$/m);
  assert.is(lines(20).match(/^\d+\) /gm)?.length, lines(2).match(/^\d+\) /gm)?.length);
  assert.match(lines(1), /^2 entries of the baseline could not be judged: a\/b, c\/d$/m);
});

test("what is left out is said to be in the files that the run writes, where it writes any", () => {
  const stale = Array.from({ length: 21 }, (_, i) => ({ entry: `typing.post/old${i}`, why: "nothing differs any more" }));
  const notes = Array.from({ length: 9 }, (_, i) => `the note ${i} ${"x".repeat(60)}`);
  const report = { ...sampleReport, baseline: { known: [], stale }, notes, choices: { longTopic: "refuse" } };
  const one = sampleView.causes.find(({ known }) => known === undefined)!;
  const lines = (...written: readonly (readonly [string, string])[]): string => {
    const context = { clauses: sampleClauses, args: ["--target", "x".repeat(200)], saved: new Map(), written: new Map(written) };
    return text({ ...viewOf(report, context), causes: Array.from({ length: 30 }, () => one) }, plain);
  };
  const both = lines(["html", "r1.html"], ["details", "r1.details"]);
  assert.not.match(both, "--report");
  assert.match(both, /^\d+ more causes.*: r1\.html shows all$/m);
  assert.match(both, /^stale entries .* \(20 of 21: r1\.details has all\)$/m);
  assert.match(both, /^of the target: .* \(and \d more: r1\.details\)$/m);
  assert.match(both, /which is nothing to mend \(r1\.details\)$/m);
  assert.match(lines(["html", "a b.html"]), /^of the target: .* \(and \d more: a b\.html\)$/m);
  assert.match(lines(["details", "all.txt"]), /^\d+ more causes.*: all\.txt shows all$/m);
});

test("a cause for which results only wait says how to run one of them", () => {
  const causes = [
    { id: "c-1", signature: "POST /messages id: expected number, got string", clauses: [], shows: [], waiting: ["typing.post/op"] },
  ];
  const lines = text(withArgs({ ...sampleReport, causes, properties: [], scenarios: [] }), plain);
  const expected = [
    "1) c-1 (1 result waits for it)  the answer of POST /messages, no clause is about this field",
    "   but POST /messages id: expected number, got string",
    "   replay  npx touchstone check --only typing.post/op --seed 42",
  ];
  assert.ok(lines.includes(`${expected.join("\n")}\n`), lines);
});

test("a command that is too long for a line is continued on the next, between its words", () => {
  const file = `${"a folder/".repeat(12)}it's here.json`;
  const lines = text(withArgs(sampleReport, ["--target", file, "--timeout", "20s", "--like", "zulip"]), plain);
  const [command = ""] = /^ {3}replay .* \\\n(?: {7}.* \\\n)* {7}.*$/m.exec(lines) ?? [];
  assert.ok(command.split("\n").every((line) => line.length <= 160));
  const joined = command.replaceAll(/ \\\n +/g, " ");
  assert.match(joined, `replay  npx touchstone check --target '${file.replace("'", "'\\''")}' --timeout 20s --like zulip --only `);
  const endless = text(withArgs(sampleReport, ["--target", "x".repeat(200)]), plain);
  assert.match(endless, /^ {3}\(too long for a line: see --report details\)$/m);
});

test("long values lose their middle, also where characters have two halves", () => {
  const report = differing(2);
  const content = "😀".repeat(500);
  const properties = report.properties.map((result) => {
    return { ...result, reason: content, seen: result.seen!.map((seen) => ({ ...seen, body: { content } })) };
  });
  const lines = text(viewed({ ...report, properties, scenarios: [] }), plain).split("\n");
  const long = lines.filter((line) => line.includes("😀"));
  // The reason on two lines, the answer on one.
  assert.is(long.length, 3);
  assert.equal(
    long.map((line) => line.includes("😀…😀")),
    [true, false, true],
  );
  for (const line of long) {
    assert.ok([...line].length <= 160, line);
    assert.not.match(line, /\\ud83d/);
  }
});

test("of events that a check counts the line tells which they are, of one whose field differs what is in it", () => {
  const report = differing(1);
  const events = [
    { type: "typing", op: "start", sender: { user_id: 12, email: "alice@example.com" }, id: 0 },
    { type: "heartbeat", id: 1 },
  ];
  const polled = { as: "bob", method: "GET", path: "/events", fields: { queue_id: "q" }, status: 200 };
  const body = { result: "success", msg: "", queue_id: "q", events };
  const toldFor = (path: string) => {
    const causes = [{ at: "GET /events", path, expected: "object", actual: "nothing" }];
    const result = {
      address: "typing.post/op",
      clauses: ["messages.get/anchor"],
      verdict: "differs" as const,
      reason: "it is not",
      causes,
    };
    const properties = [{ ...result, seen: [{ ...polled, body }] }];
    return text(viewed({ ...report, properties, scenarios: [], causes: causesOf(properties) }), plain);
  };
  assert.match(toldFor("events[typing]"), '->  200 {"events":["typing start","heartbeat"]}');
  assert.match(toldFor("events[typing].sender"), '{"type":"heartbeat","id":1}');
});

test.run();
