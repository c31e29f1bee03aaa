import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import { byDay } from "../night.test.kit.ts";
import { lossyProxy } from "./lossy-proxy.test.kit.ts";
import { openTarget } from "./probe.ts";

/** Checks the properties of a route that a server leaves without an answer, in one of two ways. */
async function checked(route: string, way: "cut before" | "held before", only: readonly string[]) {
  const sim = createSimulator({ realm: "small", seed: 3 });
  const server = await listen(sim, { control: false });
  const [method = "", path = ""] = route.split(" ");
  const proxy = await lossyProxy(server.url, (_, { method: asked, url = "" }) =>
    asked === method && url.replace(/\?.*/s, "") === `/api/v1${path}` ? way : undefined,
  );
  const cast = Object.entries(sim.cast).map(([name, { email, api_key }]) => [name, { email, api_key }]);
  const channels = { general: "general", quiet: "quiet", team: "team", secret: "secret" };
  const patience = { poll: 60, request: 400 };
  const target = await openTarget({ url: proxy.url, cast: Object.fromEntries(cast), channels, patience });
  const report = await check({ target, seed: 1, tries: 1, runs: 0, only, shrink: false });
  await target.close();
  await proxy.close();
  await server.close();
  return { report, notes: target.notes, requests: target.requests, lost: proxy.lost.length };
}

test("a route whose connections are cut is one cause, with the request that shows it, and is not asked on and on", async () => {
  const { report, notes, requests, lost } = await checked("POST /user_topics", "cut before", ["user_topics.post*"]);
  const causes = report.causes.map(({ signature, shows }) => [signature, shows.length > 0]);
  assert.equal(causes, [["POST /user_topics gets no answer: the connection was cut", true]]);
  const [cause] = report.causes;
  assert.match(cause!.clauses[0]!, /^user_topics\.post\//);
  const differing = report.properties.filter(({ verdict }) => verdict === "differs");
  for (const { address, reason = "", seen = [] } of differing) {
    assert.match(
      reason,
      /^POST \/user_topics got no answer: the connection was cut \(\w+\), 5 times, while others were answered$/,
      address,
    );
    const { method, path, status, body } = seen.at(-1)!;
    assert.equal([method, path, status, body], ["POST", "/user_topics", 0, { result: "no answer" }], address);
  }
  const waiting = report.properties.filter(({ verdict, reason = "" }) => verdict === "untestable" && /^POST \/user_topics/.test(reason));
  assert.is(new Set(waiting.map(({ reason }) => reason)).size, 1);
  assert.equal(cause!.waiting.length, waiting.length);
  assert.ok(waiting.length > 0 && differing.length > 0, `${waiting.length} wait, ${differing.length} differ`);
  assert.ok(lost < 30, `it was asked ${lost} times`);
  const left = notes.filter((note) => note.startsWith("not undone"));
  assert.equal(
    left.map((note) => /, 5 times; whether it was done is not known\)$/.test(note)),
    [true],
    left.join("\n"),
  );
  assert.ok(
    Object.values(requests).every((count) => count >= 0),
    JSON.stringify(requests),
  );
});

test("what needs a route that hangs waits for it after three times", async () => {
  const { report, lost } = await checked("POST /typing", "held before", [byDay("typing.post/*", "typing.post*")]);
  assert.equal(
    report.causes.map(({ signature }) => signature),
    ["POST /typing gets no answer in time"],
  );
  const reasons = new Set(report.properties.flatMap(({ verdict, reason = "" }) => (verdict === "untestable" ? [reason] : [])));
  assert.ok(reasons.has("POST /typing got no answer within 0.4 s, 3 times"), [...reasons].join("\n"));
  assert.ok(lost <= 10, `it was asked ${lost} times`);
});

test("scenarios show that a route hangs as the same cause, without waiting for it on and on", async () => {
  const { report, lost } = await checked("POST /typing", "held before", ["typing.post.text/op-required", byDay("cover/1*", "cover/*")]);
  assert.equal(
    report.causes.map(({ signature }) => signature),
    ["POST /typing gets no answer in time"],
  );
  const differing = report.scenarios.filter(({ verdict }) => verdict === "differs");
  assert.ok(differing.length > 0);
  for (const { reason = "", pairs = [] } of differing) {
    assert.match(reason, /^POST \/typing got no answer within 0\.4 s(, 3 times| in any of 5 runs), while others were answered$/);
    assert.is(pairs.at(-1)!.actual.path, "/typing");
  }
  assert.ok(lost <= 40, `it was asked ${lost} times`);
});

test("a route that hangs while the server is looked at is one cause, too", async () => {
  for (const route of ["GET /realm/linkifiers", "POST /register"]) {
    const only = [route === "POST /register" ? "messages.post.text/content-required" : "realm.linkifiers.get.text/no-parameters"];
    const { report } = await checked(route, "held before", [...only, "typing.post.text/op-required"]);
    const [linkifiers, ...others] = report.properties.filter(({ verdict }) => verdict !== "agrees");
    if (route === "GET /realm/linkifiers") assert.match(linkifiers!.reason ?? "", /^GET \/realm\/linkifiers got no answer within 0\.4 s/);
    assert.equal(others, [], route);
    assert.ok(report.summary.agrees > 0, route);
  }
});

test.run();
