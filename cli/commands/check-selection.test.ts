import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../conformance/catalogue/catalogue.ts";
import type { PropertyResult, Report } from "../../conformance/results/report.ts";
import { routesOfEndpoints } from "../../conformance/run/needs.ts";
import { newestLevel } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";
import { UsageError } from "../io.ts";
import { selected, skipsAll } from "./check-selection.ts";

const folder = mkdtempSync(join(tmpdir(), "selection-"));

/** Writes a report of some results of properties. */
function reported(name: string, results: readonly Partial<PropertyResult>[], more: Partial<Report> = {}): string {
  const file = join(folder, name);
  const report = {
    ...{ format: "touchstone-report", version: 1, seed: 7, shard: null, partial: false, scenarios: [], choices: {}, chosenIn: {} },
    ...{ target: { kind: "live", url: "http://127.0.0.1:1", level: newestLevel, brand: "service" }, accepted: [], notRun: [], causes: [] },
    summary: { expected: results.length },
    properties: results.map((result) => ({ clauses: [], runs: 1, ...result })),
    ...more,
  };
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test("an endpoint is its folder, what proves its clauses elsewhere, and what of the conventions, authentication, errors and limits is about it", () => {
  const { only = [] } = selected({ endpoint: ["POST /typing"] });
  assert.ok(only.includes("typing.post/op"));
  assert.ok(only.some((address) => address.startsWith("typing.post.text/")));
  assert.ok(only.includes("authentication.wrongKey/typing.post"));
  assert.not(
    only.some((address) => /\/(messages|user_)/.test(address)),
    "what is about another endpoint",
  );
  assert.ok(only.every((address) => properties.has(address)));
});

test("an endpoint has all that proves its clauses, wherever it is", () => {
  for (const [address, { clauses }] of properties)
    for (const [stem, route] of routesOfEndpoints)
      if (clauses.some((id) => id.startsWith(`${stem}/`)))
        assert.ok(selected({ endpoint: [route] }).only?.includes(address), `${address} for ${route}`);
});

test("an endpoint has the monitors of what it answers, and none that look at every answer", () => {
  const monitorsOf = (endpoint: string) => (selected({ endpoint: [endpoint] }).only ?? []).filter((one) => one.startsWith("monitor/"));
  assert.equal(monitorsOf("GET /realm/linkifiers"), ["monitor/linkifier-fields"]);
  assert.equal(monitorsOf("GET /messages"), [
    "monitor/message-fields",
    "monitor/message-order",
    "monitor/message-parts",
    "monitor/windows",
  ]);
  assert.equal(monitorsOf("POST /typing"), []);
});

test("each endpoint has something about it, however its path is written", () => {
  for (const route of routesOfEndpoints.values()) assert.ok((selected({ endpoint: [route] }).only ?? []).length > 10, route);
  const one = selected({ endpoint: ["GET /messages/{message_id}"] });
  for (const text of ["get /messages/12", "GET messages/{id}", "GET /api/v1/messages/{id}", "GET /messages/12/"])
    assert.equal(selected({ endpoint: [text] }), one);
  assert.not.equal(selected({ endpoint: ["GET /messages/matches_narrow"] }), one);
});

test("--only takes addresses, and ids of clauses where no address is meant", () => {
  assert.equal(selected({ only: ["typing.post/*", "scenario/3"] }), { only: ["typing.post/*", "scenario/3"] });
  const { only = [] } = selected({ only: ["messages.get/message-ids-reach"] });
  assert.equal(only, ["messages.get.ids/sharedHistory", "messages.get.ids/unreceived"]);
  assert.equal(selected({}), {});
  assert.ok(skipsAll({ only: ["typing.post/op"] }, ["typing.post/*"]));
  assert.not(skipsAll({ only: ["scenario/*"] }, ["typing.post/*"]));
  assert.equal(selected({ seed: 3 }), { seed: 3 });
});

const cause = { id: "c-0a1b2c3d", signature: "GET /x: a", clauses: [], shows: ["typing.post/op"], waiting: [] };

test("--failed runs what differed again, with its seed; --only chooses one of its causes", () => {
  const exchange = { as: "bob", method: "GET", path: "/messages/7", fields: {}, status: 200, body: {} };
  const results = [
    { address: "typing.post/op", verdict: "differs" },
    { address: "messages.post/agreeing", verdict: "agrees" },
    { address: "events/queue", verdict: "unsteady" },
    { address: "monitor/message-fields", verdict: "differs", seen: [exchange] },
  ] as const;
  const failed = reported("failed.json", results, { causes: [cause] });
  const { only = [], seed } = selected({ failed });
  assert.is(seed, 7);
  assert.equal(only.slice(0, 3), ["typing.post/op", "events/queue", "monitor/message-fields"]);
  assert.equal(only.slice(3).toSorted(), [...(selected({ endpoint: ["GET /messages/7"] }).only ?? [])].sort());
  assert.equal(selected({ failed, only: ["c-0a1b2c3d"], seed: 9 }), { only: ["typing.post/op"], seed: 9 });
});

test("beside --endpoint, --only and --failed choose what is in both", () => {
  const endpoint = ["POST /typing"];
  assert.equal(selected({ endpoint, only: ["typing.post/op", "messages.post/*"] }), { only: ["typing.post/op"] });
  const failed = reported("both.json", [
    { address: "typing.post/op", verdict: "differs" },
    { address: "events/queue", verdict: "differs" },
  ]);
  assert.equal(selected({ endpoint, failed }), { only: ["typing.post/op"], seed: 7 });
  assert.throws(
    () => selected({ endpoint, only: ["messages.get.ids/unreceived"] }),
    (problem: unknown) =>
      problem instanceof UsageError &&
      /^--only messages\.get\.ids\/unreceived and --endpoint POST \/typing have nothing in common, /.test(problem.message),
  );
});

test("a report in which nothing failed leaves nothing to run, which is no success; nothing is asked, and the reports say so", async () => {
  const failed = reported("none.json", [{ address: "a/b", verdict: "agrees" }]);
  assert.equal(selected({ failed }).only, []);
  const kept = readFileSync(failed, "utf8");
  const [junit, json] = [join(folder, "none.xml"), join(folder, "again.json")];
  const reports = [`junit=${junit}`, `json=${json}`].flatMap((each) => ["--report", each]);
  const line = `Nothing was tested, so this is no success: nothing failed in ${failed}; without --failed all is tried.`;
  const heading = `touchstone check of http://127.0.0.1:1: level ${newestLevel}, brand service, seed 7`;
  const said = await touchstone("check", "http://127.0.0.1:1", "--failed", failed, ...reports);
  assert.equal([said.code, said.out, said.err], [3, `${heading}\n\n${line}\n`, ""]);
  assert.match(readFileSync(junit, "utf8"), `<error message="${line}" type="no success"/>`);
  assert.equal(JSON.parse(readFileSync(json, "utf8")).properties, []);
  const over = await touchstone("check", "http://127.0.0.1:1", "--failed", failed, "--report", `json=${failed}`);
  assert.equal([over.code, readFileSync(failed, "utf8")], [3, kept]);
  assert.equal(selected({ failed, only: ["typing.post/op"] }).only, []);
});

const mistakes = [
  [{ endpoint: ["POST /register"] }, /^--endpoint POST \/register: the specification does not show POST \/register: .*contract\.md/],
  [{ endpoint: ["POST /mesages"] }, /^--endpoint POST \/mesages: the specification has no such endpoint; near it are POST \/messages, /],
  [{ endpoint: ["POST /typng"] }, /^--endpoint POST \/typng: the specification has no such endpoint; near it is POST \/typing$/],
  [{ endpoint: ["GET /nowhere"] }, /^--endpoint GET \/nowhere: the specification has no such endpoint; it has POST \/calls/],
  [
    { only: ["c-00000000"] },
    /^--only c-00000000: there is no such cause; accepted are the ids of the report that --failed <report> names$/,
  ],
  [
    { only: ["c-00000000"], failed: reported("one.json", [{ address: "a/b", verdict: "differs" }], { causes: [cause] }) },
    /^--only c-00000000: there is no such cause; accepted are c-0a1b2c3d$/,
  ],
  [
    { only: ["typing.post/*", "typing.post/opp"] },
    /^--only typing\.post\/opp: nothing has such an address, and .* near it are typing\.post\/op/,
  ],
  [
    { only: ["messages.post.text"] },
    /^--only messages\.post\.text: nothing has such an address, .* near it are messages\.post\.text\/\*, messages/,
  ],
  [{ only: ["nope/*"] }, /^--only nope\/\*: nothing has such an address, and no clause such an id; `touchstone list` prints those/],
  [{ failed: join(folder, "absent.json") }, /absent\.json/],
] as const;

for (const [given, complaint] of mistakes) {
  test(`what chooses nothing is refused: ${complaint.source}`, () => {
    assert.throws(
      () => selected(given),
      (problem: unknown) => problem instanceof UsageError && complaint.test(problem.message),
    );
  });
}

test.run();
