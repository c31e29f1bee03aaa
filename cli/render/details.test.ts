import { test } from "uvu";
import * as assert from "uvu/assert";
import { causesOf } from "../../conformance/results/causes.ts";
import { summarise } from "../../conformance/results/report.ts";
import { plain } from "./colours.ts";
import { details } from "./details.ts";
import { sampleClauses, sampleReport, sampleView } from "./sample.test.kit.ts";
import { text } from "./text.ts";
import { viewOf } from "./view.ts";
import { ours, visibleOutput } from "./visible.ts";

const told = details(sampleView, plain);

test("the long form begins with what was tested and ends with one line for the whole", () => {
  const lines = told.trimEnd().split("\n");
  assert.is(lines[0], `touchstone check of https://chat.example.org: level ${sampleReport.target.level}, brand service, seed 42`);
  assert.is(
    lines.at(-1),
    "The target does not conform: 2 causes, 2 results differ; 2 agree, 1 silent, 1 known deviation, 1 untestable, 1 not run.",
  );
});

test("a cause shows what differs, clause, section, statement, what shows it, and of the plainest reason, exchanges, curl lines and replay", () => {
  for (const part of [
    "differs  POST /typing result: expected error, got success\n",
    "results that show it: 1: typing.post/opValues\n",
    "the plainest  typing.post/opValues\n",
    "typing.post/op-values  Endpoints > POST /typing\n",
    '"op is start or stop & nothing else."\n',
    "but the request answers 200 {}, not a refusal\n",
    'with {"op":"pause"} (seed 42, path 3:1)\n',
    'alice POST /typing op=start to=[11]  ->  200 {"result":"success","msg":""}\n',
    `curl -sS -X POST 'https://chat.example.org/api/v1/typing' -u "$ALICE" --data-urlencode 'op=start' --data-urlencode 'to=[11]'\n`,
    "--data-urlencode $'op=it\\'s \\u0007 <b>'\n",
    "replay  npx touchstone check https://chat.example.org --target 'my target.json' --only typing.post/opValues --seed 42\n",
  ])
    assert.ok(told.includes(part), part);
});

test("a scenario that differs shows its steps as sentences, the difference, and the saved file", () => {
  for (const part of [
    "the shortest scenario (found with 9 live replays)\n",
    '1. alice sends "hi" to #general > lunch\n',
    "2. alice asks for the messages around it\n",
    "-  found_anchor: true\n",
    "+  found_anchor: false\n",
    "replay  npx touchstone replay found/scenario-1.json https://chat.example.org --target 'my target.json'\n",
  ])
    assert.ok(told.includes(part), part);
});

test("of a scenario the places are shown that differ, not the ids beside them; a field of which no clause speaks is said to be one", () => {
  const [scenario] = sampleReport.scenarios.filter(({ verdict }) => verdict === "differs");
  const places = [{ path: "messages[0].avatar_source", expected: "G" }];
  const causes = [{ at: "GET /messages", path: "avatar_source", expected: "string", actual: "nothing" }];
  const shown = { ...scenario!, clauses: [], places, causes };
  const report = { ...sampleReport, properties: [], scenarios: [shown], causes: causesOf([shown]) };
  const lines = details(viewOf(report, { clauses: sampleClauses, args: [], saved: new Map() }), plain);
  assert.match(lines, /the answer of GET \/messages, no clause is about this field\n/);
  assert.match(lines, / messages\[0\]\.avatar_source\n +- {2}"G"\n/);
  assert.not.match(lines, /found_anchor: (true|false)\n/);
});

test("the cause is named first for which the most results wait", () => {
  const [one] = sampleReport.causes;
  const causes = [one!, { ...one!, id: "c-00000001", waiting: ["typing.post/a", "typing.post/b"] }];
  const lines = details(
    { ...sampleView, causes: sampleView.causes.slice(0, 1).flatMap((view) => causes.map((cause) => ({ ...view, cause }))) },
    plain,
  );
  assert.match(lines, /\nread c-00000001 first: 2 results wait for it\n/);
  assert.not.match(told, /\nread c-/);
});

test("known deviations are told with their reason, stale entries with why", () => {
  assert.match(told, /\d\) c-[0-9a-f]{8} differs, as known {2}POST \/typing: against typing\.post\/direct\n/);
  assert.match(told, /listed in the baseline: ticket 7 \(entry typing\.post\/direct, until 2999-12-31\)\n/);
  assert.match(told, / {2}typing\.post\/gone: there is no such property\n/);
});

test("the table counts by section, what was not run included", () => {
  assert.match(told, /section of the specification +expected +agrees +differs +silent +unsteady +untestable\n/);
  assert.match(told, /Endpoints > POST \/typing +2 +0 +2 +0 +0 +0\n/);
  assert.match(told, /Endpoints > GET \/messages +4 +1 +0 +1 +0 +1\n/);
  assert.match(told, /Generated scenarios +2 +1 +1 +0 +0 +0\n/);
  assert.match(told, /all +8 +2 +3 +1 +0 +1\n/);
  assert.match(told, /\ncould not be tested, and what would help\n {2}1: the account in the cast of .*\n {4}1 x the cast has no dana\n/);
});

test("stated rulings stand apart from what the specification leaves open, and of what was not seen ten are named", () => {
  const choices = { foundEnds: "observed", longTopic: "refuse", localEcho: "all", unknownRoute: "enveloped" };
  const context = { clauses: sampleClauses, args: [], saved: new Map<string, string>() };
  const profile = details(viewOf({ ...sampleReport, choices }, context), plain).split("\n");
  const from = profile.indexOf("where the specification is silent");
  const until = profile.indexOf("where running servers are known to do otherwise than the specification states");
  assert.ok(0 < from && from < until, profile.join("\n"));
  const open = profile.slice(from, until).join("\n");
  const stated = profile.slice(until).join("\n");
  assert.match(open, /\n {2}longTopic: refuse \(/);
  assert.match(open, /\n {2}not seen: (\w+, ){10}and \d+ more/);
  assert.match(stated, /\n {2}foundEnds: observed \(Are found_oldest .*\?\)\n/);
  assert.match(stated, /\n {2}decided as the specification states: unknownRoute\n/);
  assert.not.match(open, /foundEnds|unknownRoute/);
});

test("a report in which nothing ran says so, one in which all agrees says that it conforms", () => {
  const context = { clauses: sampleClauses, args: [], saved: new Map<string, string>() };
  const { baseline: _, ...bare } = { ...sampleReport, scenarios: [], notRun: [], choices: {} };
  const closing = (report: typeof sampleReport): string => viewOf(report, context).closing;
  assert.is(closing({ ...bare, properties: [], summary: summarise(0, []) }), "Nothing was tested, so this is no success: 0 agree.");
  const properties = sampleReport.properties.slice(2);
  assert.is(closing({ ...bare, properties, summary: summarise(3, properties) }), "The target conforms: 1 agree, 1 silent, 1 untestable.");
});

test("a recording of which nothing was compared with the model is not said to conform", () => {
  const properties = sampleReport.properties.slice(2);
  const { baseline: _, ...bare } = {
    ...sampleReport,
    scenarios: [],
    notRun: [],
    choices: {},
    properties,
    summary: summarise(3, properties),
  };
  const viewed = (compared: number) =>
    viewOf(
      { ...bare, recorded: { exchanges: 2, compared, unjudged: {}, clients: [] } },
      { clauses: sampleClauses, args: [], saved: new Map() },
    );
  const none = viewed(0);
  assert.equal(
    [none.conforms, none.closing],
    [
      false,
      "No difference found in the form of what is recorded; the model was compared with none of it: 1 agree, 1 silent, 1 untestable.",
    ],
  );
  assert.equal([viewed(1).conforms, viewed(1).closing], [true, "The target conforms: 1 agree, 1 silent, 1 untestable."]);
});

test("the line for the whole says in how much of the specification a target conforms, where that is a part", () => {
  const result = (address: string, verdict: "agrees" | "untestable", ...clauses: readonly string[]) => ({ address, verdict, clauses });
  const closing = (untried: readonly string[], partial: boolean): string => {
    const properties = [result("a/tried", "agrees", "a/1", "a/2", "a/3"), ...untried.map((id) => result(`${id}-x`, "untestable", id))];
    const { baseline: _, ...rest } = { ...sampleReport, scenarios: [], notRun: [], choices: {}, causes: [] };
    const report = { ...rest, properties, partial, summary: summarise(properties.length, properties) };
    return viewOf(report, { clauses: sampleClauses, args: [], saved: new Map() }).closing;
  };
  assert.is(closing([], false), "The target conforms: 1 agree.");
  assert.is(closing(["a/4"], false), "The target conforms in 3 of 4 clauses, and 1 was not tried: 1 agree, 1 untestable.");
  assert.is(closing([], true), "The target conforms in all 3 clauses asked for: 1 agree.");
  assert.is(closing(["a/4", "a/5"], true), "The target conforms in 3 of 5 clauses asked for, and 2 were not tried: 1 agree, 2 untestable.");
});

test("the long form says how many exchanges of scenarios were compared and how many agree", () => {
  assert.match(told, "\n42 exchanges of scenarios compared, of which 41 agree\n");
});

test("colours stand around words, and the words stay the same", () => {
  const paint = (text: string): string => `${ours("\u001b[1m")}${text}${ours("\u001b[0m")}`;
  const coloured = visibleOutput(
    details(sampleView, { on: true, bold: paint, dim: paint, red: paint, green: paint, yellow: paint, cyan: paint }),
  );
  assert.match(coloured, /\u001b\[31m- {2}found_anchor: true/);
  assert.is(coloured.replace(/\u001b\[\d+m/g, ""), told);
});

test("the share of the covering set that the target allows has a line of its own", () => {
  const context = { clauses: sampleClauses, args: [], saved: new Map() };
  const line = "covering set: 1,812 of 1,950 requests allowed by the target\n";
  assert.ok(details(viewOf({ ...sampleReport, cover: { steps: 1950, allowed: 1812 } }, context), plain).includes(line));
  assert.not.ok(told.includes("covering set"));
});

test("the requests that a live server was sent have a line of their own, in all and by what they were for", () => {
  const context = { clauses: sampleClauses, args: [], saved: new Map() };
  const requests = { properties: 9000, scenarios: 4131, staging: 600, probe: 14, cleanUp: 255 };
  const line =
    "14,000 requests: 9,000 by properties, 4,131 by scenarios, 600 to stage it, 14 to look at it first, 255 to leave it as it was\n";
  const view = viewOf({ ...sampleReport, requests }, context);
  assert.ok(details(view, plain).includes(line));
  assert.ok(text(view, plain).includes(line));
  assert.not.ok(told.includes("to leave it as it was"));
});

test("what differed once stands apart from what differs, with what came then", () => {
  const [scenario] = sampleReport.scenarios.filter(({ verdict }) => verdict === "differs");
  const unsteady = { ...scenario!, verdict: "unsteady" as const, reason: "a\nb", again: "it agreed" };
  const report = { ...sampleReport, properties: [], scenarios: [unsteady], causes: causesOf([unsteady]) };
  const view = viewOf({ ...report, summary: summarise(2, [unsteady]) }, { clauses: sampleClauses, args: [], saved: new Map() });
  const lines = details(view, plain);
  assert.match(
    lines,
    /^differed once, and not when it was tried again\nscenario\/\d+\n {5}once a\n {5}then it agreed\n {5}replay {2}npx touchstone check --only /m,
  );
  assert.not.match(lines, /\) .* differs/);
  assert.match(view.closing, /1 unsteady/);
});

const withPower = (power: NonNullable<typeof sampleReport.power>): string => {
  const view = { clauses: sampleClauses, args: [], saved: new Map() };
  return details(viewOf({ ...sampleReport, partial: false, power }, view), plain);
};

test("a run with a budget tells what it notices, the budget for more, and what no budget shows", () => {
  const all = withPower({ noticed: 824, attainable: 824, mutants: 824 });
  assert.match(all, /^of 824 servers with a mistake each, a run as short as this notices 100 %$/m);
  assert.not.match(all, /another level|by which nobody chose/);
  const honest = withPower({ noticed: 824, attainable: 824, mutants: 824, changes: { noticed: 60, of: 90 } });
  assert.match(honest, /notices \d[^\n]*\nof 90 others, by which nobody chose what is run first, it notices 60$/m);
  const some = withPower({ noticed: 700, attainable: 820, mutants: 824, secondsForAll: 12 });
  assert.match(
    some,
    /notices 84\.9 %, one with --budget 20s up to 99\.5 %\nat least 4 of the 824 show only at another level, to another account or with another option/,
  );
  assert.match(withPower({ noticed: 700, attainable: 824, mutants: 824 }), /notices 84\.9 %, one with a longer --budget up to 100 %$/m);
  assert.match(withPower({ noticed: 700, attainable: 824, mutants: 824, secondsForAll: 4000 }), /, one with --budget 120m up to 100 %$/m);
});

test("of a part of the suite no share is told", () => {
  const power = { noticed: 3, attainable: 3, mutants: 824 };
  const view = viewOf({ ...sampleReport, partial: true, power }, { clauses: sampleClauses, args: [], saved: new Map() });
  assert.not.match(details(view, plain), /servers with a mistake each/);
});

test.run();
