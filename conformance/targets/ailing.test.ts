import { mkdtempSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../check/check.ts";
import { Unfit } from "../client/thrown.ts";
import type { Report } from "../results/report.ts";
import { json, key, oddServer } from "./odd-server.test.kit.ts";
import { openTarget } from "./probe.ts";

/** The report of a server that answers so, with the number of requests that it took. */
async function reported(listener: RequestListener): Promise<{ readonly report: Report; readonly requests: number }> {
  const server = await oddServer(listener);
  const file = join(mkdtempSync(join(tmpdir(), "ailing-")), "target.json");
  const cast = { alice: { email: "alice@example.com", api_key: key } };
  writeFileSync(file, JSON.stringify({ url: server.url, cast, channels: { general: 7 } }));
  const target = await openTarget({ file });
  const report = await check({ target, seed: 1 }).finally(() => target.close());
  await server.close();
  return { report, requests: server.heard.length };
}

const ailing: readonly (readonly [what: string, status: number, body: object, answer: string])[] = [
  ["500", 500, { result: "error", msg: "x", code: "X" }, "a status such as 500"],
  ["objects without an envelope", 200, { ok: true }, "no envelope"],
  ["success", 200, { result: "success", msg: "" }, "success, whatever is missing in it"],
];

for (const [what, status, body, answer] of ailing) {
  test(`a server that answers everything with ${what} has one cause, and is asked for nothing else`, async () => {
    const { report, requests } = await reported((_, response) => json(response, body, status));
    assert.equal(
      report.causes.map(({ signature }) => signature),
      [`Every request answer: expected a success or a refusal in the envelope, got ${answer}`],
    );
    assert.is(report.summary.differs, 1);
    // A gateway fails so where the server is down, of which nothing was tested then.
    assert.equal(report.failures?.length, status === 500 ? 1 : undefined);
    assert.ok(requests < 60, `${requests} requests`);
  });
}

test("a server that fails at everything from some request on is out of reach, not a mistake after the other", async () => {
  const half: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname.endsWith("/server_settings")) return json(response, { result: "success", msg: "", service_feature_level: 496 });
    return json(response, { result: "error", msg: "No.", code: "BAD_REQUEST" }, 400);
  };
  let count = 0;
  const { report, requests } = await reported((request, response) =>
    ++count < 150 ? half(request, response) : json(response, { result: "error", msg: "busy", code: "X" }, 503),
  );
  assert.ok(
    (report.failures ?? []).some(({ reason }) =>
      /is unreachable: it answers 503 to everything, to what it has answered before, too/.test(reason),
    ),
  );
  assert.ok(requests < 500, `${requests} requests`);
});

const unfit: readonly (readonly [what: string, listener: RequestListener, answer: RegExp])[] = [
  ["pages", (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"), /^status 200 without JSON$/],
  [
    "500 and a page",
    (_, response) => void response.writeHead(500, { "content-type": "text/html" }).end("<h1>Error</h1>"),
    /^status 500 without/,
  ],
  [
    "texts that are cut",
    (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"resu'),
    /without JSON$/,
  ],
];

for (const [what, listener, answer] of unfit) {
  test(`what answers everything with ${what} is no target, and stands for itself in a report with one cause`, async () => {
    const server = await oddServer(listener);
    const problem: unknown = await openTarget({ url: server.url }).catch((thrown: unknown) => thrown);
    assert.instance(problem, Unfit);
    const { target } = problem as Unfit;
    const { causes, properties, target: told } = await check({ target, seed: 1 });
    await server.close();
    assert.is(causes.length, 1);
    assert.match(causes[0]!.signature.replace(/^.*, got /, ""), answer);
    assert.match(
      properties[0]!.reason!,
      /^every request is answered with .*: nothing else was tried; is the server up, and is its base URL right\?$/,
    );
    assert.equal([properties.length, told.url], [1, server.url]);
    // That it fails counts as its answer where it does so again.
    assert.is(server.heard.length, what.startsWith("500") ? 3 : 1);
  });
}

test("a server that has no route at all is accused of nothing, and each route is asked for once", async () => {
  const { report, requests } = await reported((_, response) => json(response, { detail: "Not Found" }, 404));
  assert.is(report.summary.differs, 0);
  assert.equal(report.failures ?? [], []);
  assert.ok(report.properties.some(({ reason }) => reason === "waits for GET /messages"));
  assert.ok(requests < 500, `${requests} requests`);
});

test("routes that fail, and those that do not answer, are named in a note", async () => {
  const server = await oddServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname.endsWith("/server_settings")) return json(response, { result: "success", msg: "", service_feature_level: 496 });
    if (pathname.endsWith("/typing")) return void request.socket.destroy();
    const fails = pathname.endsWith("/realm/presence") || pathname.endsWith("/realm/linkifiers");
    return json(response, { result: "error", msg: "No.", code: "BAD_REQUEST" }, fails ? 500 : 400);
  });
  const file = join(mkdtempSync(join(tmpdir(), "ailing-")), "target.json");
  writeFileSync(
    file,
    JSON.stringify({ url: server.url, cast: { alice: { email: "alice@example.com", api_key: key } }, channels: { general: 7 } }),
  );
  const target = await openTarget({ file });
  await target.close();
  await server.close();
  for (const note of [
    "without parameters a status such as 500 comes from GET /realm/linkifiers, GET /realm/presence",
    "no answer comes from POST /typing",
  ])
    assert.ok(target.notes?.includes(note), `${note}: ${target.notes?.join("\n")}`);
});

test.run();
