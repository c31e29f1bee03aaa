import { test } from "uvu";
import * as assert from "uvu/assert";
import { type PropertyResult, summarise } from "../../conformance/results/report.ts";
import { agent } from "./agent.ts";
import { brief } from "./brief.ts";
import { sampleReport, sampleView } from "./sample.test.kit.ts";
import { viewOf } from "./view.ts";

const only = (start: string) => ({
  ...sampleView,
  causes: sampleView.causes.filter(({ cause }) => cause.signature.startsWith(start)),
  causeless: [],
});

test("a program gets the next cause with its clause, exchange, expectation and replay, and how many are left", () => {
  const view = only("POST /typing result");
  const told = JSON.parse(agent({ ...view, causes: [...view.causes, ...only("GET /messages").causes] }));
  assert.equal(told, {
    format: "touchstone-agent",
    version: 1,
    conforms: false,
    outcome: sampleView.closing,
    cause: view.causes[0]!.cause.id,
    clause: "typing.post/op-values",
    statement: "op is start or stop & nothing else.",
    section: "Endpoints > POST /typing",
    wrong: "the request answers 200 {}, not a refusal",
    expected: { result: "error" },
    before: ['alice POST /typing op=start to=[11]  ->  200 {"result":"success","msg":""}'],
    request: { as: null, method: "POST", path: "/typing", fields: { op: "it's \u0007 <b>" } },
    answer: { status: 200, body: { result: "success", msg: "]]> & more" } },
    replay: "npx touchstone check https://chat.example.org --target 'my target.json' --only typing.post/opValues --seed 42",
    accept: null,
    shows: 1,
    waiting: 0,
    causesLeft: 1,
  });
});

test("the cause comes first for which the most results wait, and what a baseline lists does not come", () => {
  const causes = sampleView.causes.map((each, i) => ({ ...each, cause: { ...each.cause, waiting: i === 1 ? ["a", "b"] : [] } }));
  const unknown = causes.filter(({ known }) => known === undefined);
  const expected = unknown.find(({ cause }) => cause.waiting.length > 0) ?? unknown[0]!;
  const told = JSON.parse(agent({ ...sampleView, causes }));
  assert.equal([told.cause, told.causesLeft], [expected.cause.id, unknown.length - 1]);
});

test("a refusal that did not come is expected, whatever the answer was", () => {
  const [one] = only("POST /typing result").causes;
  const result = { ...one!.example!.result, reason: 'DELETE of it answers 200 {"result":"success","msg":""}, not a refusal', causes: [] };
  const told = JSON.parse(agent({ ...sampleView, causes: [{ ...one!, example: { ...one!.example!, result } }] }));
  assert.equal(told.expected, { result: "error" });
});

test("of a scenario the fields that differ are told with what was expected", () => {
  const scenarios = sampleReport.scenarios.map((each) => ({ ...each, places: [{ path: "found_anchor", expected: true, actual: false }] }));
  const view = viewOf({ ...sampleReport, properties: [], scenarios }, { clauses: [], args: [], saved: new Map() });
  const told = JSON.parse(agent({ ...view, causes: view.causes.filter(({ cause }) => cause.signature.startsWith("GET")) }));
  assert.equal(told.expected, { found_anchor: true });
});

test("a large answer loses its middle, and the command stays whole", () => {
  const [one] = only("POST /typing result").causes;
  const result = one!.example!.result as { readonly seen: readonly object[] };
  const body = { messages: Array.from({ length: 500 }, (_, id) => ({ id, content: "soup ".repeat(100) })) };
  const example = { ...one!.example!, result: { ...one!.example!.result, seen: result.seen.map((seen) => ({ ...seen, body })) } };
  const text = agent({ ...sampleView, causes: [{ ...one!, example: example as never }] });
  assert.ok(Buffer.byteLength(text) <= 2_048);
  const { answer, replay, request } = JSON.parse(text);
  const { messages } = answer.body;
  assert.equal([messages[0].id, messages.at(-1).id], [0, 499]);
  assert.ok(messages.includes(`… ${500 - (messages.length - 1)} more …`));
  assert.is(request.path, "/typing");
  assert.is(replay, one!.replay[0]);
});

test("of a list of ids one is not left out alone", () => {
  const bound = { text: 40, entries: 2 };
  assert.equal(brief([2_739, 2_734, 2_730], bound), [2_739, 2_734, 2_730]);
  assert.equal(brief([2_739, 2_734, 2_730, 2_729], bound), [2_739, "… 2 more …", 2_729]);
});

test("where nothing is to be mended the outcome is told, and what would let more be tested", () => {
  const told = JSON.parse(
    agent({ ...sampleView, causes: [], causeless: [], isSuccess: true, conforms: true, closing: "The target conforms: 1 agree." }),
  );
  const remedy = "the account in the cast of the target file: touchstone doctor says how much each adds";
  assert.equal(told, {
    format: "touchstone-agent",
    version: 1,
    conforms: true,
    outcome: "The target conforms: 1 agree.",
    causesLeft: 0,
    untested: [{ count: 1, reason: "the cast has no dana", remedy }],
  });
});

test("a server of which less than half could be tried is not said to conform, and the outcome says why", () => {
  const [agreeing] = sampleReport.properties.filter(({ verdict }) => verdict === "agrees");
  const results = ["a", "b", "c"].map((id) => ({ ...agreeing!, address: `typing.post/${id}`, clauses: [id] }));
  const toldOf = (tried: number): { conforms: boolean; outcome: string } => {
    const properties = results.map(
      (one, i): PropertyResult => (i < tried ? one : { ...one, verdict: "untestable", reason: "waits for GET /messages" }),
    );
    const { baseline: _, ...plain } = sampleReport;
    const report = { ...plain, causes: [], properties, scenarios: [], notRun: [], summary: summarise(3, properties) };
    return JSON.parse(agent(viewOf(report, { clauses: [], args: [], saved: new Map() })));
  };
  const [half, third] = [toldOf(2), toldOf(1)];
  assert.equal([half.conforms, half.outcome], [true, "The target conforms in 2 of 3 clauses, and 1 was not tried: 2 agree, 1 untestable."]);
  assert.equal([third.conforms, third.outcome], [false, "No difference found in 1 of 3 clauses: 1 agree, 2 untestable."]);
});

test.run();
