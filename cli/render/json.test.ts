import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { check, openTarget } from "../../conformance/index.ts";
import { merge } from "../../conformance/report/merge.ts";
import { readReport } from "../../conformance/report/read-report.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import type { PropertyResult, Report } from "../../conformance/results/report.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";
import { json } from "./json.ts";
import { differing, viewed } from "./reports.test.kit.ts";
import { sampleReport, sampleView } from "./sample.test.kit.ts";

const written = (report: Report): Report => JSON.parse(json(viewed(report))) as Report;

const caused = (result: PropertyResult, path: string): PropertyResult => {
  return { ...result, causes: [{ at: "GET /messages", path, expected: "string", actual: "null" }] };
};
const withCauses = (properties: readonly PropertyResult[]): Report => {
  return { ...differing(2), scenarios: [], properties, causes: causesOf(properties) };
};

const results = differing(8).properties;

test("exchanges stay where they are the example of a cause, where no cause explains them, and where they are unsteady", () => {
  const [a, b, c, d] = results as [PropertyResult, PropertyResult, PropertyResult, PropertyResult];
  const report = withCauses([caused(a, "x"), caused({ ...b, seen: b.seen!.slice(0, 2) }, "x"), c, { ...d, verdict: "unsteady" }]);
  const { properties, causes } = written(report);
  assert.equal(
    properties.map(({ seen }) => seen?.length),
    [undefined, 2, 8, 8],
  );
  assert.is(causes[0]!.shows[0], b.address);
  assert.equal(
    properties.map(({ given, path }) => [given, path]),
    report.properties.map(({ given, path }) => [given, path]),
  );
});

test("a cause has the command that shows it again, with the target as the user named it", () => {
  const { causes } = JSON.parse(json(sampleView)) as Report;
  assert.ok(
    causes.some(
      ({ replay }) => replay === "npx touchstone replay found/scenario-1.json https://chat.example.org --target 'my target.json'",
    ),
  );
  assert.ok(causes.every(({ replay }) => replay?.includes("--target 'my target.json'")));
});

test("what reads the report later replays with that target, too", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "touchstone-")), "report.json");
  writeFileSync(file, json(sampleView));
  const { out } = await touchstone("merge", file, "--report", "details");
  const replays = [...out.matchAll(/^ +replay {2}npx touchstone check (.*)$/gm)].map(([, line = ""]) => line);
  assert.ok(replays.length > 0);
  for (const line of replays) assert.match(line, /^--target 'my target\.json' /);
});

test("the example that a scenario has for another cause keeps its exchanges", () => {
  const [scenario] = sampleReport.scenarios.filter(({ verdict }) => verdict === "differs");
  const other = { ...scenario!, causes: [{ at: "GET /messages", path: "history_limited", expected: "boolean", actual: "null" }] };
  const longer = { ...other, address: "scenario/9", pairs: [...scenario!.pairs!, ...scenario!.pairs!] };
  const scenarios = [{ ...scenario!, others: [other] }, longer];
  const told = written({ ...sampleReport, properties: [], scenarios, causes: causesOf(scenarios) });
  assert.equal(
    told.scenarios.map(({ pairs, others }) => [pairs?.length, others?.map((each) => each.pairs?.length)]),
    [
      [2, [2]],
      [undefined, undefined],
    ],
  );
});

test("long texts, lists and objects lose their middle, and say how much of it", () => {
  const [one] = results;
  const many = Array.from({ length: 500 }, (_, i) => i);
  const body = { content: "ab".repeat(5_000), ids: many, by: Object.fromEntries(many.map((id) => [`n${id}`, id])) };
  const report = withCauses([caused({ ...one!, seen: [{ ...one!.seen![0]!, body }] }, "x")]);
  const [seen] = written(report).properties[0]!.seen!;
  const { content, ids, by } = seen!.body as { content: string; ids: unknown[]; by: Record<string, unknown> };
  assert.is(content.length, 1_000);
  assert.match(content, /^(ab)+…b?(ab)+$/);
  assert.equal([ids.length, ids[0], ids[50], ids.at(-1)], [101, 0, "… 400 more …", 499]);
  assert.equal([Object.keys(by).length, by.n0, by["…"], by.n499], [401, 0, "100 more", 499]);
});

test("a report of hundreds of causes with long lists takes less than 2 MB", () => {
  const messages = Array.from({ length: 90 }, (_, id) => ({ id, content: "soup ".repeat(20) }));
  const properties = Array.from({ length: 200 }, (_, i) => {
    const result = caused({ ...results[i % 4]!, address: `messages.get/p${i}` }, `f${i}`);
    return { ...result, seen: result.seen!.map((seen) => ({ ...seen, body: { messages } })) };
  });
  const text = json(viewed(withCauses(properties)));
  assert.ok(Buffer.byteLength(text) < 2_000_000, `${Buffer.byteLength(text)} bytes`);
  const { seen } = (JSON.parse(text) as Report).properties[0]!;
  assert.ok(seen!.length > 0 && seen!.every(({ body }) => (body.messages as unknown[]).length > 2));
});

test("what a merge makes of written reports has the causes of the whole, each with its example", () => {
  const [a, b, c] = results as [PropertyResult, PropertyResult, PropertyResult];
  const all = [caused(a, "x"), caused({ ...b, seen: b.seen!.slice(0, 2) }, "x"), caused(c, "y")];
  const parts = [all.slice(0, 1), all.slice(1)].map((properties, i) => written({ ...withCauses(properties), shard: `${i + 1}/2` }));
  const { report } = merge(parts.map((part) => readReport(part, "a.json")));
  assert.equal(report.causes, causesOf(all));
  assert.is(viewed(report).causes[0]!.example!.result.address, b.address);
});

interface Schema {
  readonly properties?: object;
}

/** A schema of which every object has the fields that it names, and no others. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each)]));
  const isObject = "type" in schema && typeof (schema as Schema).properties === "object";
  return isObject ? { ...inner, additionalProperties: false } : inner;
};

const schema = JSON.parse(readFileSync(new URL("../../conformance/report/report.schema.json", import.meta.url), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(closed(schema) as object);
const problems = (report: unknown): unknown => (validate(report) ? [] : validate.errors);

test("a report of everything is as the schema has it", () => {
  assert.equal(problems(JSON.parse(json(sampleView))), []);
  const [cause] = sampleReport.causes;
  const more: Partial<Report> = {
    failures: [{ part: "the model", reason: "x" }],
    notes: ["n"],
    touchstone: "0.1.0",
    options: { only: ["a/*"], failed: ["a/b"], runs: 1, steps: 2, tries: 3, racing: 4, strict: true, rulings: { longTopic: "refuse" } },
    cover: { steps: 2, allowed: 1 },
    requests: { properties: 1, scenarios: 2, staging: 3, probe: 4, cleanUp: 5 },
    power: { noticed: 1, attainable: 2, mutants: 3, secondsForAll: 4 },
    compared: {
      first: sampleReport.target,
      onlyFirst: [cause!],
      onlySecond: [],
      alike: [],
      eachItsWay: [{ first: cause!, second: cause! }],
    },
  };
  assert.equal(problems({ ...sampleReport, ...more }), []);
  assert.is(validate({ ...sampleReport, seed: "7" }), false);
  assert.is(validate({ ...sampleReport, surprise: 7 }), false);
});

test("what a merge makes of the written shards of a server with stubs has its causes", async () => {
  const sim = createSimulator({ now: Date.now() });
  const answer = '"then": {"status": 200, "body": {"result": "success"}}';
  for (const route of ["GET /messages/matches_narrow", "POST /user_topics"])
    sim.faults.add(JSON.parse(`{"match": {"route": "${route}"}, ${answer}}`));
  const server = await listen(sim, { clock: "real" });
  const target = await openTarget({ ...sim.description, url: server.url });
  const only = [
    "messages.matches_narrow.get*",
    "user_topics.post*",
    "conventions.*/user_topics.post",
    "authentication.*/user_topics.post",
    "authentication.*/*narrow.get",
  ];
  const run = (shard?: { index: number; count: number }) =>
    check({ target, seed: 5, runs: 0, tries: 1, shrink: false, only, ...(shard && { shard }) });
  const whole = await run();
  const parts = [await run({ index: 1, count: 2 }), await run({ index: 2, count: 2 })].map(written);
  await server.close();
  const told = ({ causes }: Report) => causes.map(({ id, signature }) => `${id} ${signature}`);
  assert.equal(told(merge(parts).report), told(whole));
  assert.ok(
    whole.causes.some(({ signature }) => signature.endsWith("got the same to all")),
    told(whole).join("\n"),
  );
});

test("the report of a server with faults is as the schema has it", async () => {
  const sim = createSimulator({ now: Date.now() });
  sim.faults.add(JSON.parse('{"match": {"route": "POST /typing"}, "then": {"status": 200, "body": {"result": "success", "msg": ""}}}'));
  sim.faults.add(
    JSON.parse(
      '{"match": {"route": "GET /realm/presence"}, "then": {"status": 200, "body": {"result": "success", "msg": "", "presences": 7}}}',
    ),
  );
  const server = await listen(sim, { clock: "real" });
  const target = await openTarget({ ...sim.description, url: server.url });
  const report = await check({
    target,
    seed: 5,
    runs: 4,
    tries: 1,
    shrink: false,
    only: ["typing.post/*", "scenario/*", "realm.presence.get/*"],
  }).finally(() => server.close());
  assert.ok(report.causes.length > 1 && report.scenarios.some(({ verdict }) => verdict === "differs"), JSON.stringify(report.causes));
  assert.equal(problems(written(report)), []);
});

test.run();
