import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { losesUpdates } from "../../conformance/targets/races.test.kit.ts";
import { racing } from "../../conformance/targets/racing.test.kit.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";
import { rewriting } from "../rewriting.test.kit.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
/** Whatever is said of typing is taken for good. */
const fault = JSON.parse('{"match": {"route": "POST /typing"}, "then": {"status": 200, "body": {"result": "success", "msg": ""}}}');

test("what differs on a server is saved, replayed there and on a sound one, and shows no keys", async () => {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  sim.faults.add(fault);
  const found = join(directory, "found");
  const report = join(directory, "report.json");
  const check = (...only: readonly string[]) =>
    touchstone("check", server.url, ...only, "--save", found, "--report", `json=${report}`, "--report", "details");
  await check("--only", "scenario/*", "--runs", "24", "--bail", "--seed", "5");
  const checked = await check("--only", "typing.post/op", "--runs", "0", "--seed", "5");
  const files = readdirSync(found);
  const scenario = join(found, files.find((name) => name.startsWith("scenario-"))!);
  const property = join(found, "typing.post.op.json");
  const there = await touchstone("replay", scenario, server.url);
  const again = await touchstone("replay", property, server.url);
  await server.close();
  assert.is(checked.code, 1);
  assert.match(checked.out, `replay  npx touchstone replay ${property} ${server.url}\n`);
  assert.is(there.code, 1);
  assert.match(there.out, / {3}target {2}\w+ POST \/typing.* -> {2}200/);
  assert.match(there.out, / {3}oracle {2}\w+ (POST \/typing.* -> {2}4\d\d|GET \/events.* -> {2}200 .*"type":"typing")/);
  assert.is(again.code, 1);
  assert.match(again.out, "typing.post/op differs: ");
  const here = await touchstone("replay", scenario);
  assert.is(here.code, 0, here.out);
  assert.match(here.out, /All answers agree\.\n$/);
  assert.is((await touchstone("replay", property)).code, 0);
  const written = [checked.out, there.out, readFileSync(report, "utf8"), ...files.map((name) => readFileSync(join(found, name), "utf8"))];
  for (const { api_key, password } of Object.values(sim.cast))
    for (const text of written) assert.not.ok(text.includes(api_key) || (password !== null && text.includes(password)));
});

test("a race that loses an update is found, saved, and replayed", async () => {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const proxy = await racing(sim, server.url, { conduct: losesUpdates });
  const found = join(directory, "races");
  const checked = await touchstone(
    "check",
    proxy.url,
    "--only",
    "concurrent/*",
    "--racing",
    "10",
    "--bail",
    "--seed",
    "1",
    "--save",
    found,
    "--report",
    "details",
  );
  const [file = ""] = readdirSync(found);
  const there = await touchstone("replay", join(found, file), proxy.url);
  await proxy.close();
  await server.close();
  assert.is(checked.code, 1, checked.out);
  assert.match(file, /^concurrent-\d+-seed-1\.json$/);
  assert.match(checked.out, /^ +the plainest {2}concurrent\/\d+$/m);
  assert.match(checked.out, /but no order of what was sent at the same time gives these answers:\n/);
  assert.is(there.code, 1, there.out);
  assert.match(there.out, / {2}no order of what was sent at the same time gives these answers:\n/);
  const here = await touchstone("replay", join(found, file));
  assert.is(here.code, 0, here.out);
  assert.match(here.out, /All answers agree\.\n$/);
});

test("HTML is compared as is asked for, by one after the other, at the same time, and for a program", async () => {
  const server = await listen(createSimulator({ now: Date.now() }), { clock: "real" });
  const { url, close } = await rewriting(server.url, ({ text }) => ({ text: text.replaceAll("<p>", "<p >") }));
  const sends = { as: "alice", op: "messages.post", fields: { type: "direct", to: [{ ref: "user", of: "alice" }], content: "soup" } };
  const fetches = { as: "alice", op: "messages-id.get", fields: { message_id: { ref: "message", at: 0.99 } } };
  const steps = [sends, fetches];
  const files = {
    "single.json": { format: "touchstone-scenario", version: 1, steps },
    "together.json": { format: "touchstone-concurrent", version: 1, beginning: [sends], actors: [[fetches], [fetches]], ending: [fetches] },
  };
  const replayed = async (name: string, ...more: readonly string[]): Promise<number> =>
    (await touchstone("replay", join(directory, name), url, ...more)).code;
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), JSON.stringify(content));
    assert.is(await replayed(name), 0);
    assert.is(await replayed(name, "--compare-html", "exact"), 1, name);
  }
  assert.is(await replayed("single.json", "--as", "curl", "--compare-html", "exact"), 0);
  await close();
  await server.close();
});

test("a program as sentences says the fields of each request of a property", async () => {
  const simulator = createSimulator({ now: Date.now() });
  simulator.faults.add(JSON.parse('{"match":{"route":"POST /typing"},"then":{"status":200,"body":{"result":"success","msg":""}}}'));
  const server = await listen(simulator, { clock: "real" });
  const found = join(directory, "typing");
  await touchstone("check", server.url, "--only", "typing.post/op", "--seed", "1", "--save", found);
  const { out, err } = await touchstone("replay", join(found, "typing.post.op.json"), server.url, "--as", "sentence");
  await server.close();
  assert.match(out, /^\d+\. \w+: POST \/typing to=\S+/m, out + err);
});

const mistakes: [what: string, content: unknown, complaint: RegExp][] = [
  ["another file", {}, /odd\.json: format: missing, expected .* or "touchstone-property", as check --save <folder> writes them/],
  ["a file of another version", { format: "touchstone-scenario", version: 9, steps: [] }, /odd\.json: version: got 9, expected 1/],
  ["a scenario without steps", { format: "touchstone-scenario", version: 1 }, /steps: missing, expected a list of at least one step/],
  [
    "a step that there is not",
    { format: "touchstone-scenario", version: 1, steps: [{ as: "bob", op: "nope", fields: {} }] },
    /steps\[0\]\.op: got "nope", expected a step: calls\.vc\.create\.post, /,
  ],
  [
    "an actor that steers",
    {
      ...{ format: "touchstone-concurrent", version: 1, beginning: [], ending: [] },
      actors: [[{ as: "bob", op: "actions", fields: { action: "advance", ms: 5 } }]],
    },
    /actors\[0\]\[0\]\.op: got "actions", expected a request: actors send no actions/,
  ],
  [
    "a property that is gone",
    { format: "touchstone-property", version: 1, property: "a/b", seed: 1 },
    /there is no property a\/b: touchstone list/,
  ],
];

for (const [what, content, complaint] of mistakes) {
  test(`${what} gets one line on stderr and exit code 2`, async () => {
    const file = join(directory, "odd.json");
    writeFileSync(file, JSON.stringify(content));
    const { code, out, err } = await touchstone("replay", file);
    assert.is(code, 2);
    assert.is(out, "");
    assert.match(err, complaint);
    assert.is(err.trimEnd().split("\n").length, 1);
  });
}

test.run();
