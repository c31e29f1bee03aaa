import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../conformance/night.test.kit.ts";
import { isInstalled, languagesAbsent, languagesHere } from "../conformance/report/program/languages.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, type Fault, type Simulator } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));

const credentials = ({ cast }: Simulator): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cast).flatMap(([name, { email, api_key, password }]) => [
      [name.toUpperCase(), `${email}:${api_key}`],
      [`${name.toUpperCase()}_PASSWORD`, password ?? ""],
    ]),
  );

/** Runs a program to its end. */
const run = (command: string, args: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> =>
  new Promise((resolve) =>
    execFile(command, args, { env: { ...process.env, ...env }, timeout: 120_000 }, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, output: `${out}${err}` }),
    ),
  );

const message = { ref: "message", at: 0.5 };
const topic = { ref: "fresh", of: "lunch" };
const general = { ref: "channel name", of: "general" };
/** A scenario with ids and names that are others in each run, a queue, a password and an action of the control API. */
const scenario = {
  format: "touchstone-scenario",
  version: 1,
  steps: [
    { as: "bob", op: "register.post", fields: { event_types: ["message"] } },
    {
      as: "nobody",
      op: "fetch_api_key.post",
      fields: { username: { ref: "login", of: "cara" }, password: { ref: "password", of: "cara" } },
    },
    {
      as: "alice",
      op: "user_groups.create.post",
      fields: { name: { ref: "fresh", of: "cooks's" }, description: "", members: [{ ref: "user", of: "bob" }] },
    },
    { as: "alice", op: "messages.post", fields: { type: "channel", to: general, topic, content: 'soup\n"$(id)" \\ `x`' } },
    { as: "bob", op: "actions", fields: { as: "bob", action: "react", message_id: message, emoji_name: "tada" } },
    { as: "bob", op: "events.get", fields: { queue_id: { ref: "queue", at: 0.5 }, last_event_id: { ref: "start", at: 0.5 } } },
    { as: "bob", op: "events.get", fields: { queue_id: { ref: "queue", at: 0.5 }, last_event_id: { ref: "event", at: 0.5 } } },
    {
      as: "bob",
      op: "messages.get",
      fields: {
        anchor: message,
        num_before: 0,
        num_after: 5,
        narrow: [
          { operator: "topic", operand: topic },
          { operator: "id", operand: message },
        ],
      },
    },
    { as: "bob", op: "messages-id.get", fields: { message_id: message } },
  ],
};
const file = join(directory, "scenario.json");
writeFileSync(file, JSON.stringify(scenario));

/** Another message than the one that was asked for, with too few fields. */
const wrong = {
  result: "success",
  msg: "",
  raw_content: "soup",
  message: { id: 1, content: 7, flags: [], is_me_message: true },
};
/** A fault that answers with a body in place of the simulator's. */
const answering = (route: string, body: object): Fault =>
  JSON.parse(JSON.stringify({ match: { route }, THEN: { status: 200, body } }).replace("THEN", "then"));
const fault = answering("GET /messages/{message_id}", wrong);

if (languagesAbsent.length > 0)
  console.log(`skipped: programs in ${languagesAbsent.join(", ")}, since the language, or what its programs need, is not installed`);

const broken = createSimulator({ now: Date.now() });
const sound = createSimulator({ now: Date.now() });
const [wrongServer, rightServer] = [await listen(broken, { clock: "real" }), await listen(sound, { clock: "real" })];
broken.faults.add(fault);
broken.faults.add(answering("POST /typing", { result: "success", msg: "" }));

/** Writes the scenario, as it differs on the wrong server, as a program. Returns its file. */
async function scenarioIn(name: string, ending: string): Promise<string> {
  const { code, out, err } = await touchstone("replay", file, wrongServer.url, "--as", name);
  assert.is(code, 0, err);
  for (const { api_key, password } of Object.values(broken.cast))
    assert.not.ok(out.includes(api_key) || out.includes(password ?? "\0"), name);
  const program = join(directory, `scenario-${name}.${ending}`);
  writeFileSync(program, out);
  return program;
}

const programs = new Map<string, Promise<string>>();

/** Returns the program of that scenario in a language, which is written once. */
function scenarioProgram(name: string, ending: string): Promise<string> {
  const program = programs.get(name) ?? scenarioIn(name, ending);
  programs.set(name, program);
  return program;
}

test("a scenario in each language ends with 1 on the server that differs, twice, and with 0 on a right one", async () => {
  for (const [name, ending, command, ...args] of languagesHere) {
    const program = await scenarioProgram(name, ending);
    const on = (url: string) => run(command, [...args, program, url], credentials(broken));
    for (const _ of byDay(name === "fetch" ? [1, 2] : [1], [1, 2])) {
      const there = await on(wrongServer.url);
      assert.is(there.code, 1, `${name}: ${there.output}`);
      for (const place of ["is_me_message", "content", "sender_id"]) assert.match(there.output, place, `${name}: ${there.output}`);
    }
    // By day the test below runs the other languages on a right server.
    if (name !== byDay("fetch", name)) continue;
    const here = await on(rightServer.url);
    assert.is(here.code, 0, `${name}: ${here.output}`);
  }
});

/** Characters that shells, languages and encodings treat in ways of their own. */
const oddTopic = "$(id)`id`;'\"%s\\ 🧀!{a,b}*";
const oddContent = "@x=\r\n\t$HOME $(id) %41%zz \\n \"\"\"''' <<EOF\u2028\u202e\u001b[31m\u{1F469}\u200d\u{1F4BB} ~#&|>`id` -rf";
const oddSteps = [
  { as: "bob", op: "register.post", fields: { event_types: ["message"] } },
  { as: "bob", op: "messages.post", fields: { type: "channel", to: general, topic, content: "before\u0000after" } },
  {
    as: "alice",
    op: "messages.post",
    fields: { type: "channel", to: general, topic: { ref: "fresh", of: oddTopic }, content: oddContent },
  },
  { as: "bob", op: "events.get", fields: { queue_id: { ref: "queue", at: 0.5 }, last_event_id: { ref: "start", at: 0.5 } } },
  { as: "bob", op: "actions", fields: { action: "advance", ms: 3000 } },
  { as: "bob", op: "messages-id.get", fields: { message_id: message, apply_markdown: false } },
];

test("odd texts, a NUL among them, events and steps of the clock are the same in each language", async () => {
  const odd = join(directory, "odd-texts.json");
  writeFileSync(odd, JSON.stringify({ format: "touchstone-scenario", version: 1, steps: oddSteps }));
  for (const [name, ending, command, ...args] of languagesHere) {
    const { code, out, err } = await touchstone("replay", odd, wrongServer.url, "--as", name);
    assert.is(code, 0, err);
    const program = join(directory, `odd-${name}.${ending}`);
    writeFileSync(program, out);
    const before = sound.transcript.length;
    const ended = await run(command, [...args, program, rightServer.url], credentials(broken));
    assert.is(ended.code, 0, `${name}: ${ended.output}`);
    const sent = sound.transcript.slice(before).filter(({ request: { method, path } }) => method === "POST" && path === "/api/v1/messages");
    assert.equal(
      sent.map(({ request, response }) => [request.fields.content, response.status]),
      [
        ["before\u0000after", 400],
        [oddContent, 200],
      ],
      name,
    );
    assert.ok(String(sent[1]?.request.fields.topic).startsWith(oddTopic), name);
  }
});

test("a list of what was there before the program is not asked for as the model has it", async () => {
  const id = broken.faults.add(answering("GET /messages", { result: "success", msg: "", messages: 7 }));
  const all = join(directory, "all-messages.json");
  const fields = { anchor: "newest", num_before: 3, num_after: 0, narrow: [{ operator: "channel", operand: general }] };
  writeFileSync(all, JSON.stringify({ format: "touchstone-scenario", version: 1, steps: [{ as: "bob", op: "messages.get", fields }] }));
  sound.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "old", content: "before" });
  const { out } = await touchstone("replay", all, wrongServer.url, "--as", "fetch");
  const program = join(directory, "all.mjs");
  writeFileSync(program, out);
  const there = await run(process.execPath, [program, wrongServer.url], credentials(broken));
  assert.match(there.output, /messages must be of the type "array"/);
  assert.is(there.code, 1);
  assert.ok(broken.faults.remove(id));
  const right = await run(process.execPath, [program, rightServer.url], credentials(broken));
  assert.is(right.code, 0, right.output);
});

test("an entry of an object keyed by ids is looked for under the id that the program learns", async () => {
  const sim = createSimulator({ now: Date.now() });
  // The model begins without messages: what it sends has other ids.
  for (const content of ["one", "two", "three"]) sim.as("alice").send("POST /messages", { type: "direct", to: ["bob"], content });
  const id = sim.faults.add(answering("GET /messages/matches_narrow", { result: "success", msg: "", messages: {} }));
  const server = await listen(sim, { clock: "real" });
  const matching = join(directory, "matching.json");
  const fields = { msg_ids: [message], narrow: [{ operator: "topic", operand: topic }] };
  const steps = [
    { as: "alice", op: "messages.post", fields: { type: "channel", to: general, topic, content: "soup" } },
    { as: "alice", op: "messages.matches_narrow.get", fields },
  ];
  writeFileSync(matching, JSON.stringify({ format: "touchstone-scenario", version: 1, steps }));
  const programs: (readonly [name: string, command: string, args: readonly string[]])[] = [];
  for (const [name, ending, command, ...args] of byDay(languagesHere.slice(-1), languagesHere)) {
    const { out, err } = await touchstone("replay", matching, server.url, "--as", name);
    assert.is(err, "");
    const program = join(directory, `matching-${name}.${ending}`);
    writeFileSync(program, out);
    programs.push([name, command, [...args, program, server.url]]);
  }
  const ends = async (expected: number) => {
    for (const [name, command, args] of programs) {
      const { code, output } = await run(command, args, credentials(sim));
      assert.is(code, expected, `${name}: ${output}`);
    }
  };
  await ends(1);
  assert.ok(sim.faults.remove(id));
  await ends(0);
  await server.close();
});

test("a program that cannot tell ends with 3", async () => {
  for (const [name, ending, command, ...args] of languagesHere.filter(([language]) => language !== "go")) {
    const program = await scenarioProgram(name, ending);
    const without = await run(command, [...args, program, rightServer.url], { ...credentials(broken), BOB: "" });
    assert.is(without.code, 3, `${name}: ${without.output}`);
    assert.match(without.output, "BOB is not set");
    const nowhere = await run(command, [...args, program, "http://127.0.0.1:9"], credentials(broken));
    assert.is(nowhere.code, 3, `${name}: ${nowhere.output}`);
  }
});

test("a scenario as a test for uvu fails on a simulator that differs, and passes on a right one", async () => {
  const { out } = await touchstone("replay", file, wrongServer.url, "--as", "uvu");
  // One file, so that neither program compiles hundreds.
  const sim = join(directory, "sim.mjs");
  const entryPoints = [fileURLToPath(new URL("../sim/index.ts", import.meta.url))];
  await build({ entryPoints, outfile: sim, bundle: true, format: "esm", platform: "node" });
  const bad = join(directory, "broken.mjs");
  const faulty = `export const createSimulator = (options) => { const sim = make(options); sim.faults.add(${JSON.stringify(fault)}); return sim; };`;
  writeFileSync(bad, `import { createSimulator as make } from ${JSON.stringify(sim)};\n${faulty}\n`);
  const beside = out
    .replace('"uvu"', JSON.stringify(import.meta.resolve("uvu")))
    .replace('"uvu/assert"', JSON.stringify(import.meta.resolve("uvu/assert")));
  for (const [where, expected] of [
    [sim, 0],
    [bad, 1],
  ] as const) {
    const program = join(directory, `uvu-${expected}.mjs`);
    writeFileSync(program, beside.replace('"team-chat-touchstone/sim"', JSON.stringify(where)));
    const { code, output } = await run(process.execPath, [program], {});
    assert.is(code, expected, output);
  }
});

test("a counterexample of a property is a program too, where the server that differs is named", async () => {
  const found = join(directory, "found");
  await touchstone("check", wrongServer.url, "--only", "typing.post/op", "--seed", "5", "--save", found);
  const [saved = ""] = readdirSync(found);
  const { out, err } = await touchstone("replay", join(found, saved), wrongServer.url, "--as", "fetch");
  assert.is(err, "");
  const program = join(directory, "property.mjs");
  writeFileSync(program, out);
  assert.is((await run(process.execPath, [program], credentials(broken))).code, 1);
  assert.is((await run(process.execPath, [program, rightServer.url], credentials(broken))).code, 0);
  const without = await touchstone("replay", join(found, saved), "--as", "fetch");
  assert.is(without.code, 2);
  assert.match(without.err, "name the server that shows");
});

test("where several answers differ together and none alone, that is said, and not that the server is another", async () => {
  const sim = createSimulator({ now: Date.now() });
  // Without registrations the model beside the server knows nothing of it.
  sim.faults.add(answering("POST /register", { result: "error", msg: "no", code: "BAD_REQUEST" }));
  const none = { messages: [], found_anchor: false, found_oldest: true, found_newest: true, history_limited: false, anchor: 1 };
  sim.faults.add(answering("GET /messages", { result: "success", msg: "", ...none }));
  const server = await listen(sim, { clock: "real" });
  const target = join(directory, "deaf.json");
  const { email, api_key } = sim.cast.alice!;
  const channels = { general: sim.channels.general!.stream_id };
  writeFileSync(target, JSON.stringify({ url: server.url, cast: { alice: { email, api_key } }, channels, control: false }));
  const found = join(directory, "between");
  const only = ["--only", "messages.get.anchors/mutedTopic", "--seed", "5"];
  const { out } = await touchstone("check", "--target", target, ...only, "--save", found);
  const [saved = ""] = readdirSync(found);
  const { code, err } = await touchstone("replay", join(found, saved), "--target", target, "--as", "curl");
  await server.close();
  assert.is(code, 2, out);
  assert.match(
    err,
    /^touchstone replay: --as curl: no single answer of this target shows the difference, .* without --as all are printed$/m,
  );
});

test("wrong keys, headers and keys that an answer gave are sent as they were, and no account's own key is written", async () => {
  const taken = broken.faults.add(answering("GET /realm/linkifiers", { result: "success", msg: "", linkifiers: [] }));
  const found = join(directory, "credentials");
  const only = [
    "authentication.wrongKey/realm.linkifiers.get",
    "authentication.malformed/realm.linkifiers.get",
    "fetch_api_key.post/opens",
  ];
  await touchstone("check", wrongServer.url, ...only.flatMap((address) => ["--only", address]), "--seed", "5", "--save", found);
  assert.is(readdirSync(found).length, only.length);
  for (const [i, saved] of readdirSync(found).entries()) {
    for (const [name, ending, command, ...args] of byDay(
      [languagesHere[i % languagesHere.length] as (typeof languagesHere)[number]],
      languagesHere,
    )) {
      const { out, err } = await touchstone("replay", join(found, saved), wrongServer.url, "--as", name);
      assert.is(err, "", `${saved} as ${name}`);
      for (const { api_key } of Object.values(broken.cast)) assert.not.ok(out.includes(api_key), `${saved} as ${name}`);
      const program = join(directory, `${saved}.${ending}`);
      writeFileSync(program, out);
      for (const [url, expected] of [
        [wrongServer.url, 1],
        [rightServer.url, 0],
      ] as const) {
        const { code, output } = await run(command, [...args, program, url], credentials(broken));
        assert.is(code, expected, `${saved} as ${name}: ${output}`);
      }
    }
  }
  assert.ok(broken.faults.remove(taken));
});

test("a scenario without a server is told in sentences, and checks the kind of the model's last answer", async () => {
  const { out } = await touchstone("replay", file, "--as", "sentence");
  assert.match(
    out,
    /^1\. bob registers a queue .*\n2\. nobody .*\n(.*\n)*9\. bob fetches the 1st message\n\nThe last answer is as it has to be\.\n$/,
  );
  const { out: program } = await touchstone("replay", file, "--as", "python");
  assert.match(program, 'check(answer, ["message"], "be of the type", "object")');
  const there = join(directory, "agreed.py");
  writeFileSync(there, program);
  if (isInstalled("python")) assert.is((await run("python3", [there, rightServer.url], credentials(broken))).code, 0);
});

const mistakes: readonly (readonly [content: object, language: string, complaint: RegExp])[] = [
  [scenario, "cobol", /Allowed choices are curl, fetch, python, go, uvu, sentence/],
  [
    { format: "touchstone-concurrent", version: 1, beginning: [], actors: [[scenario.steps[3]]], ending: [] },
    "go",
    /shows nothing of a concurrent scenario/,
  ],
  [{ format: "touchstone-property", version: 1, property: "a/b", seed: 1 }, "go", /there is no property a\/b: touchstone list/],
];

for (const [content, language, complaint] of mistakes) {
  test(`what is no program gets one line on stderr: ${complaint.source}`, async () => {
    const odd = join(directory, "odd.json");
    writeFileSync(odd, JSON.stringify(content));
    const { code, err } = await touchstone("replay", odd, "--as", language);
    assert.is(code, 2);
    assert.match(err, complaint);
    assert.is(err.trimEnd().split("\n").length, 1);
  });
}

test.after(async () => {
  await wrongServer.close();
  await rightServer.close();
});
test("on a server without registrations a program says what the check says of the answer, and no other has a trace of the stack", async () => {
  const half = createSimulator({ now: Date.now() });
  const server = await listen(half, { control: false });
  const { email, api_key } = half.cast.alice!;
  const targetFile = join(directory, "half.json");
  writeFileSync(targetFile, JSON.stringify({ url: server.url, cast: { alice: { email, api_key } } }));
  const absent = { status: 404, body: { result: "error", msg: "There is no such place.", code: "NOT_FOUND" } };
  const put = (route: string, answer: object): void =>
    void half.faults.add(JSON.parse(JSON.stringify({ match: { route }, THEN: answer }).replace("THEN", "then")));
  put("POST /register", absent);
  const own = join(directory, "half");
  const address = "authentication.wrongKey/realm.linkifiers.get";
  put("GET /realm/linkifiers", { status: 200, body: { result: "success", msg: "", linkifiers: [] } });
  await touchstone("check", "--target", targetFile, "--only", address, "--seed", "5", "--save", own);
  const [saved] = readdirSync(own);
  const { code, out, err } = await touchstone("replay", join(own, saved!), "--target", targetFile, "--as", "fetch");
  assert.is(code, 0, err);
  const program = join(directory, "half.mjs");
  writeFileSync(program, out);
  const there = await run(process.execPath, [program, server.url], credentials(half));
  assert.is(there.code, 1, there.output);
  assert.match(there.output, /result must be "error"; it is "success"/);
  const right = await run(process.execPath, [program, rightServer.url], credentials(sound));
  assert.is(right.code, 0, right.output);
  const twin = await listen(half, { control: false });
  const twinFile = join(directory, "twin.json");
  writeFileSync(twinFile, JSON.stringify({ url: twin.url, cast: { alice: { email, api_key } } }));
  const exact = await touchstone("compare", "--exact", targetFile, twinFile, "--seed", "5");
  await twin.close();
  assert.is(exact.code, 3);
  assert.match(exact.err, /could not test: waits for POST \/register\n$/);
  await server.close();
});

test.run();
