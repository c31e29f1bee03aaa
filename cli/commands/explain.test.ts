import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { clauses } from "../../conformance/catalogue/catalogue.ts";
import { idOf, type Signature } from "../../conformance/causes/signature.ts";
import { type ExplainedClause, type ExplainedEndpoint, explain } from "../../conformance/check/explain.ts";
import type { Target } from "../../conformance/client/target.ts";
import { byDay } from "../../conformance/night.test.kit.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import type { Report } from "../../conformance/results/report.ts";
import { embedded } from "../../conformance/targets/embedded.ts";
import { endpoints } from "../../conformance/text/index.ts";
import { newestLevel, rulings } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";
import { plain } from "../render/colours.ts";
import { explanationText } from "../render/explain.ts";
import { json } from "../render/json.ts";
import { sampleReport } from "../render/sample.test.kit.ts";
import { viewOf } from "../render/view.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-"));

function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const opened = new Map<number | undefined, Target>();
/** Opens each level once: runs have forks of their own. */
function open(level?: number): Target {
  const target = opened.get(level) ?? embedded({ realm: "crowded", ...(level !== undefined && { level }) });
  opened.set(level, target);
  return target;
}

async function explained(name: string) {
  const found = await explain(name, open);
  assert.ok(found, name);
  const lines = explanationText(found!, plain).trimEnd().split("\n");
  assert.ok(lines.length <= 48, `${name}: ${lines.length} lines`);
  for (const line of lines) assert.ok([...line].length <= 160, `${name}: ${line}`);
  return found!;
}

test("a clause has its statement, proofs, mutants, ruling, an exchange that shows it, and the command that checks it", async () => {
  const { code, out, err } = await touchstone("explain", "messages.get/anchor-optional");
  assert.is(code, 0);
  assert.is(err, "");
  for (const part of [
    "messages.get/anchor-optional  clause  Endpoints > GET /messages",
    "An anchor need not be given.",
    "proven by messages.get.anchors/absent",
    "broken by anchor-absent-lists-nothing (Without an anchor nothing is listed)",
    "running servers do otherwise: ruling anchorRequired (check accepts it with --accept anchorRequired), optional (default), observed",
    "running servers refuse a range without one",
    "npx touchstone check --only messages.get.anchors/absent\n",
  ])
    assert.ok(out.includes(part), part);
  const request = out.split("\n").find((line) => line.includes("alice GET /messages "))!;
  assert.not.match(request, " anchor=");
  assert.match(out, /-> 200 \{"result":"success"/);
});

test("an example shows what its clause is about: an error, an event, a refusal of somebody who is known", async () => {
  const exampleOf = async (name: string) => ((await explained(name)) as ExplainedClause).example;
  assert.is((await exampleOf("errors/body"))?.body.result, "error");
  assert.is((await exampleOf("messages.post/unknown-channel-id-field"))?.body.result, "error");
  const { status, body } = (await exampleOf("errors/unknown-folder"))!;
  assert.equal([status, body.code], [400, "BAD_REQUEST"]);
  const { path, body: told } = (await exampleOf("events/typing-people"))!;
  assert.is(path, "/events");
  assert.ok((told.events as { type: string }[]).some(({ type }) => type === "typing"));
});

test("an example of a refusal is refused, and one about a parameter has it", async () => {
  const required = (await explained("messages.get/anchor-date-required")) as ExplainedClause;
  assert.is(required.example?.body.code, "BAD_REQUEST");
  assert.is(required.example?.fields.anchor, "date");
  assert.is(required.example?.fields.anchor_date, undefined);
  const ids = (await explained("messages.get/message-ids-sorted")) as ExplainedClause;
  assert.ok(Array.isArray(ids.example?.fields.message_ids));
});

test("an example of who alone may is the refusal of somebody else, and one of a record an answer that has it", async () => {
  const owners = (await explained("realm.domains.post/owners")) as ExplainedClause;
  assert.is(owners.example?.body.result, "error");
  const pushable = (await explained("presence/pushable-absent")) as ExplainedClause;
  assert.is(pushable.example?.path, "/realm/presence");
});

test("a clause that ended with a level has an example and a command of the level before", async () => {
  const { out } = await touchstone("explain", "messages-id.delete/before-281");
  assert.match(out, "check --only messages-id.delete.settings/before281 --level 280\n");
  assert.match(out, /dana DELETE \/messages\/\d+\n {4}-> 200/);
});

test("every clause that has a proof has an example, on one screen", async () => {
  const some = clauses.filter(({ silent }, i) => i % byDay(silent === undefined ? 360 : 8, silent === undefined ? 9 : 1) === 0);
  for (const { id, untestable } of some) {
    const { example, check } = (await explained(id)) as ExplainedClause;
    assert.is(example === undefined, untestable !== undefined, id);
    assert.is(check === undefined, untestable !== undefined, id);
  }
});

test("a clause that no client can test says why", async () => {
  const { out } = await touchstone("explain", "versioning/missing-level");
  assert.match(out, "untestable: it is a rule for clients");
  assert.not.match(out, "check --only");
});

test("what of a clause is only seen on running servers is said", async () => {
  const { out } = await touchstone("explain", "messages.get/anchor-date-forms");
  assert.match(out, "only seen on running servers: rare forms of ISO 8601 (messages.get.anchors/rareDate)");
});

test("a ruling has its question, choices, default, what running servers do, its clauses, and the options about it", async () => {
  const stated = (await touchstone("explain", "localEchoPair")).out;
  for (const part of [
    "Is one of queue_id and local_id refused without the other?",
    "required  default, what the text says",
    "observed  what running servers do",
    "messages.post/queue-needs-local-id: queue_id without local_id is refused.",
    "serve --rulings localEchoPair=observed",
    "check <url> --accept localEchoPair",
  ])
    assert.ok(stated.includes(part), part);
  const silent = (await touchstone("explain", "longTopic")).out;
  assert.match(silent, "truncate  default; what running servers do");
  assert.match(silent, "check <url> --rulings longTopic=refuse");
  assert.match(silent, "check <url> --strict longTopic");
  for (const name of Object.keys(rulings)) await explained(name);
});

test("an endpoint has its callers, parameters, return values, clauses and a call that succeeds, on one screen", async () => {
  const { code, out } = await touchstone("explain", "POST", "/channel_folders/create");
  assert.is(code, 0);
  for (const part of [
    "POST /channel_folders/create  endpoint  Endpoints > POST /channel_folders/create, since level 389",
    "Only administrators create folders; an owner counts as one.",
    "returns channel_folder_id (integer)",
    "channel_folders.create.post/succeeds: An administrator who gives a name and a description creates a folder.",
    "dana POST /channel_folders/create name=",
  ])
    assert.ok(out.includes(part), part);
  assert.match(out, /\n {4}name +string +required +not empty; at most max_channel_folder_name_length characters\n/);
  for (const { route } of endpoints.values()) {
    const { example, clauses: own } = (await explained(route)) as ExplainedEndpoint;
    assert.is(example?.body.result, "success", route);
    assert.ok(own.length > 0, route);
  }
});

test("a path with values, a prefix or a query is that of its endpoint", async () => {
  for (const name of ["GET /messages/12", "get /api/v1/messages/12", "GET messages/{id}", "GET /messages/12?apply_markdown=true"])
    assert.is(((await explained(name)) as ExplainedEndpoint).route, "GET /messages/{message_id}", name);
  assert.is(((await explained("GET /messages/matches_narrow")) as ExplainedEndpoint).route, "GET /messages/matches_narrow");
});

const signature: Signature = { at: "GET /messages", path: "found_anchor", expected: "boolean", actual: "boolean" };

/** The sample with a cause that a scenario shows, and one that a ruling explains. */
const results: Pick<Report, "properties" | "scenarios"> = {
  properties: [
    ...sampleReport.properties,
    {
      address: "messages.get.anchors/absent",
      clauses: ["messages.get/anchor-optional"],
      verdict: "differs",
      causes: [{ at: "Endpoints > GET /messages", path: "", expected: "optional", actual: "observed", ruling: "anchorRequired" }],
    },
  ],
  scenarios: sampleReport.scenarios.map((result) =>
    result.verdict === "differs"
      ? { ...result, causes: [signature], places: [{ path: "found_anchor", expected: true, actual: false }] }
      : result,
  ),
};
const report: Report = { ...sampleReport, ...results, causes: causesOf([...results.properties, ...results.scenarios]) };

test("a cause of a report has its clauses, the exchange that shows it, what differs, and the command that shows it again", async () => {
  const file = written("report.json", report);
  const scenario = (await touchstone("explain", idOf(signature), "--with", file)).out;
  for (const part of [
    "GET /messages found_anchor: expected boolean, got another boolean",
    "1 result shows it: scenario/1",
    "      - true\n      + false\n",
    "npx touchstone check https://chat.example.org --only scenario/1 --seed 42\n",
    "--target <file>",
  ])
    assert.ok(scenario.includes(part), part);
  const property = report.causes.find(({ shows }) => shows.includes("typing.post/opValues"))!;
  const shown = (await touchstone("explain", property.id, "--with", file)).out;
  assert.match(shown, "typing.post/op-values  Endpoints > POST /typing");
  assert.match(shown, "but the request answers 200 {}, not a refusal");
  assert.match(shown, /nobody POST \/typing op=it's \\u0007 <b>\n {4}-> 200/);
});

test("the command of a report that the command line wrote is given as it was printed", async () => {
  const view = viewOf(report, { clauses, args: ["--target", "my target.json", "--like", "zulip"], saved: new Map() });
  const file = join(folder, "whole.json");
  writeFileSync(file, json(view));
  const { out } = await touchstone("explain", idOf(signature), "--with", file);
  assert.is((await touchstone("explain", idOf(signature).slice(0, 7), "--with", file)).out, out);
  assert.is((await touchstone("explain", idOf(signature).slice(0, 5), "--with", file)).code, 2);
  assert.ok(out.includes("npx touchstone check --target 'my target.json' --like zulip --only scenario/1 --seed 42\n"), out);
  assert.not.match(out, "in place of the URL");
});

test("a cause without a command of its own is shown again on the target file that other commands of the report name", async () => {
  const view = viewOf(report, { clauses, args: ["--target", "my target.json"], saved: new Map() });
  const whole = JSON.parse(json(view)) as { causes: { id: string; replay?: string }[] };
  const causes = whole.causes.map(({ replay, ...cause }) => (cause.id === idOf(signature) ? cause : { ...cause, replay }));
  const { out } = await touchstone("explain", idOf(signature), "--with", written("others.json", { ...report, ...whole, causes }));
  assert.ok(out.includes("npx touchstone check --target 'my target.json' --only scenario/1 --seed 42\n"), out);
  assert.not.match(out, "in place of the URL");
});

test("a cause is the one that the report names, though the exchanges that tell it from others are not in its file", async () => {
  const { causes, ...rest } = report;
  const kept = causes.map((cause) =>
    cause.id === idOf(signature) ? { ...cause, shows: ["scenario/1"], clauses: ["messages.get/anchor-date"] } : cause,
  );
  const { out } = await touchstone("explain", idOf(signature), "--with", written("kept.json", { ...rest, causes: kept }));
  assert.match(out, /^ {2}messages\.get\/anchor-date {2}/m);
});

test("a ruling is a cause where a report is given", async () => {
  const { out } = await touchstone("explain", "anchorRequired", "--with", written("report.json", report));
  assert.match(out, /^anchorRequired {2}cause\n/);
  assert.match(out, "accept with --accept anchorRequired");
  assert.match(out, '"An anchor need not be given."');
});

test("a slash at the end of a path changes nothing", async () => {
  assert.equal(await explained("POST /messages/"), await explained("POST /messages"));
});

test("what cannot be explained is one line that names what is near and what is accepted", async () => {
  const file = written("report.json", report);
  const mistakes: [args: string[], complaint: RegExp][] = [
    [
      ["messages.get/anchor-optionl"],
      /nothing is called 'messages.get\/anchor-optionl'; near are messages.get\/anchor-optional, .*accepted is the id of a clause/,
    ],
    [["POST", "/mesages"], /near are POST \/messages, /],
    [["GET", "/messages/matches_narow"], /near are GET \/messages\/matches_narrow, /],
    [["POST", "/register"], /the specification does not show POST \/register: .*contract.md/],
    [["PATCH", "/messages/{message_id}"], /the specification does not show PATCH \/messages\/\{message_id\}: .*contract.md/],
    [["anchrRequired"], /near are anchorRequired/],
    [["qqq"], /nothing is called 'qqq'; accepted is the id of a clause \(touchstone list\)/],
    [["PUT /zzz"], /the specification has no endpoint 'PUT \/zzz'; accepted are .*POST \/typing/],
    [["c-13d37c8b"], /c-13d37c8b is a cause of a report: --with <file> of check --report json=<file> is needed/],
    [["c-13d37c8b", "--with", file], /no cause of the report is called 'c-13d37c8b'; it has .*anchorRequired/],
    [["c-13d37c8b", "--with", written("none.json", {})], /--with .*none.json: .*format/],
    [["c-13d37c8b", "--with", join(folder, "gone.json")], /--with .*gone.json: the file cannot be read \(ENOENT\)/],
    [[], /missing required argument 'name'/],
  ];
  for (const [args, complaint] of mistakes) {
    const { code, out, err } = await touchstone("explain", ...args);
    assert.is(code, 2, args.join(" "));
    assert.is(out, "");
    assert.match(err, complaint);
    assert.is(err.trimEnd().split("\n").length, 1, err);
  }
});

test("--json is one line with the same", async () => {
  const read = async (...args: string[]) => {
    const { out } = await touchstone("explain", "--json", ...args);
    assert.is(out.trimEnd().split("\n").length, 1);
    return JSON.parse(out);
  };
  const clause = await read("messages.get/anchor-optional");
  assert.is(clause.kind, "clause");
  assert.is(clause.ruling.name, "anchorRequired");
  assert.is(clause.example.status, 200);
  assert.is(clause.check.only, "messages.get.anchors/absent");
  assert.is((await read("longTopic")).running, "truncate");
  assert.is((await read("GET /messages/12")).route, "GET /messages/{message_id}");
  const cause = await read(idOf(signature), "--with", written("report.json", report));
  assert.equal(cause.example.places, [{ path: "found_anchor", expected: true, actual: false }]);
});

test("a parameter that counts where another is absent is shown so", async () => {
  const { out } = await touchstone("explain", "POST /typing");
  assert.match(out, /^ +to +array +required +where type is absent or direct;/m);
});

test("the example of a clause is one of its own, a property is explained by its first clause, and a level by what it changed", async () => {
  const values = await touchstone("explain", "typing.post/op-values");
  assert.match(values.out, /POST \/typing .*op=/);
  assert.not.match(values.out, "Missing 'op' argument");
  const property = await touchstone("explain", "typing.post/op");
  assert.equal([property.code, property.err], [0, ""]);
  assert.match(property.out, /^typing\.post\/op-\S+ {2}clause {2}/);
  const level = await touchstone("explain", "334", "2");
  assert.match(level.out, /^level 334\n {2}\S.*\n[\s\S]*\nlevel 2\n {2}Nothing that the suite knows of changed\.\n$/);
  const beyond = await touchstone("explain", String(newestLevel + 1));
  assert.equal([beyond.code, beyond.out], [2, ""]);
  assert.match(beyond.err, `'${newestLevel + 1}' is no level that is known; accepted are those up to ${newestLevel}`);
});

test("a code of errors is explained by what it means, where it comes, and the clauses that name it", async () => {
  const { code, out } = await touchstone("explain", "BAD_EVENT_QUEUE_ID");
  assert.is(code, 0);
  assert.match(
    out,
    /^BAD_EVENT_QUEUE_ID {2}a code of errors\n {2}400 {2}Unknown or already deleted\. {2}\(DELETE \/events\)\n {2}clauses\n/,
  );
  assert.match(out, "    errors/unknown-queue: A queue id that is unknown is refused with BAD_EVENT_QUEUE_ID");
  assert.match((await touchstone("explain", "RATE_LIMIT_HIT")).out, /429 {2}Too many calls\. {2}\(\w+ \/\S+, .* and \d+ more\)/);
  assert.match((await touchstone("explain", "BAD_EVENT_QUEUE")).err, "near are BAD_EVENT_QUEUE_ID");
});

test.run();
