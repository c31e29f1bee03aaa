import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, type Fault, type Simulator } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import type { Seen } from "../client/seen.ts";
import type { Target } from "../client/target.ts";
import { byDay } from "../night.test.kit.ts";
import { curl, curlHeading } from "../report/curl.ts";
import { languages, programOf } from "../report/program/index.ts";
import { languagesHere } from "../report/program/languages.test.kit.ts";
import { embedded } from "../targets/embedded.ts";
import { openTarget } from "../targets/probe.ts";
import { propertyRun } from "./counterexample.ts";
import { runProperty } from "./properties.ts";

/** Proves that a match of a new linkifier becomes a link. */
const address = "realm.linkifiers.get/newInMessages";

const answer = { status: 200, body: { result: "success", msg: "", raw_content: "", message: { id: 1, content: "<p>soup</p>" } } };
/** Shows the same message whatever is asked for. */
const fault: Fault = JSON.parse(JSON.stringify({ match: { route: "GET /messages/{message_id}" }, THEN: answer }).replace("THEN", "then"));

/** A served simulator, and a target on it with the whole cast. */
interface Ground {
  readonly sim: Simulator;
  readonly url: string;
  readonly target: Target;
}

/** Does something with a served simulator that has a fault or none. @param control whether it has a control API */
async function onServer(control: boolean, faults: readonly Fault[], act: (ground: Ground) => Promise<void>): Promise<void> {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { control });
  const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  const file = join(directory, "target.json");
  const cast = Object.fromEntries(Object.entries(sim.cast).map(([name, { email, api_key }]) => [name, { email, api_key }]));
  writeFileSync(file, JSON.stringify({ url: server.url, cast, channels: { general: "general" } }));
  const target = await openTarget(control ? { url: server.url } : { file });
  for (const fault of faults) sim.faults.add(fault);
  try {
    await act({ sim, url: server.url, target });
  } finally {
    await target.close();
    await server.close();
    rmSync(directory, { recursive: true });
  }
}

/** Returns the exchanges of the property on a target on which it differs. */
async function seenOn(target: Target): Promise<readonly Seen[]> {
  const { verdict, reason, seen = [] } = await runProperty(address, properties.get(address)!, target, { seed: 1, tries: 0, shrink: false });
  assert.is(verdict, "differs", reason);
  return seen;
}

/** Runs a script in a shell that has the credentials of a cast. Returns its exit code and what it prints. */
const shell = (script: string, args: readonly string[], { cast }: Simulator): Promise<{ readonly code: number; readonly out: string }> => {
  const own = Object.entries(cast).map(([name, { email, api_key }]) => [name.toUpperCase(), `${email}:${api_key}`]);
  return new Promise((resolve) =>
    execFile("bash", ["-c", script, "bash", ...args], { env: { ...process.env, ...Object.fromEntries(own) } }, (problem, out) =>
      resolve({ code: problem ? Number(problem.code) : 0, out }),
    ),
  );
};

/** The pattern of a linkifier that the suite has added. */
const patternIn = (seen: readonly Seen[]): string => String(seen.findLast(({ fields }) => fields.pattern !== undefined)?.fields.pattern);

/** Pastes the requests of a run at a server of the same kind that has no fault. Returns the patterns of the linkifiers that are there then. */
async function pastedPatterns(control: boolean, seen: readonly Seen[]): Promise<string[]> {
  let patterns: string[] = [];
  await onServer(control, [], async ({ url, sim }) => {
    const listed = { as: "alice", method: "GET", path: "/realm/linkifiers", fields: {} };
    const lines = [...seen, listed].map((each) => curl(each, url));
    const { code, out } = await shell(lines.join("\necho\n"), [], sim);
    assert.is(code, 0, out);
    const last = JSON.parse(out.trim().split(/\n+/).at(-1)!) as { readonly linkifiers: readonly { readonly pattern: string }[] };
    patterns = last.linkifiers.map(({ pattern }) => pattern);
  });
  return patterns;
}

test("what an owner's key stages stands before what is asked for, with the owner's role and no key, and its lines paste", () =>
  onServer(false, [fault], async ({ sim, target }) => {
    const seen = await seenOn(target);
    const at = seen.findIndex(({ path }) => path === "/realm/filters");
    const { as, method, prepares, body } = seen[at]!;
    assert.equal([as, method, prepares, body.result], ["owen", "POST", "owner", "success"]);
    assert.ok(seen.slice(at + 1).some(({ path, prepares: by }) => path === "/messages" && by === undefined));
    for (const { api_key, password } of Object.values(sim.cast))
      for (const secret of [api_key, password]) assert.not.ok(secret !== null && JSON.stringify(seen).includes(secret));
    assert.is(curlHeading(seen), "as curl, with ALICE='email:key', and so OWEN (of the owner who prepares it)");
    assert.ok((await pastedPatterns(false, seen)).includes(patternIn(seen)));
  }));

test("what a control API stages stands there as a request to it, which pastes too", async () => {
  const isAct = ({ as, method, path, prepares, fields }: Seen): boolean =>
    as === null && `${method} ${path}` === "POST /_control/actions" && prepares === "control API" && fields.action === "add_linkifier";
  await onServer(true, [fault], async ({ target }) => {
    const seen = await seenOn(target);
    assert.ok(seen.some(isAct));
    assert.ok((await pastedPatterns(true, seen)).includes(patternIn(seen)));
  });
});

test("a program of a counterexample stages the server by the same requests, twice, where no control API does", () =>
  onServer(false, [fault], async ({ target, url, sim }) => {
    const run = await propertyRun(target, { property: address, seed: 1 });
    const program = languages.curl(programOf(target, run, { title: address, url }));
    for (const _ of [1, 2]) assert.is((await shell(program, [url], sim)).code, 1);
    await onServer(false, [], async (right) => assert.is((await shell(program, [right.url], right.sim)).code, 0));
  }));

test("what it uploads to stage the server stands in the program, in each language here", () =>
  onServer(false, [fault], async ({ target, url, sim }) => {
    const custom = "message.reactions/custom";
    const run = await propertyRun(target, { property: custom, seed: 1 });
    assert.ok(run.acts.some(({ file }) => file?.name === "emoji.gif"));
    const program = programOf(target, run, { title: custom, url });
    const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
    for (const [name, ending, ...command] of byDay(languagesHere.slice(1), languagesHere)) {
      const file = join(directory, `program.${ending}`);
      writeFileSync(file, languages[name](program));
      const script = `${command.join(" ")} ${file} "$1"`;
      assert.is((await shell(script, [url], sim)).code, 1, name);
      await onServer(false, [], async (right) => assert.is((await shell(script, [right.url], right.sim)).code, 0, name));
    }
    rmSync(directory, { recursive: true });
  }));

test("a step of the clock is shown as a request to the control API", async () => {
  const run = embedded().isolated();
  const noted: unknown[] = [];
  await run.steering?.advance(3000, ({ request }) => void noted.push(request));
  const request = { as: null, method: "POST", path: "/_control/clock", fields: { advance_ms: 3000 } };
  assert.equal(noted, [request]);
  assert.is(curl(request, "http://x"), `curl -sS 'http://x/_control/clock' -d '{"advance_ms":3000}'`);
});

test("a step of a scenario on the control API pastes as a request to it, and says who acts", () => {
  const step = { as: "bob", method: "POST", path: "/_control/actions" };
  const react = { ...step, fields: { action: "react", message_id: 7, emoji_name: "tada" } };
  const body = '{"action":"react","message_id":7,"emoji_name":"tada","as":"bob"}';
  assert.is(curl(react, "http://x"), `curl -sS 'http://x/_control/actions' -d '${body}'`);
  const advance = { ...step, fields: { action: "advance", ms: 3000 } };
  assert.is(curl(advance, "http://x"), `curl -sS 'http://x/_control/clock' -d '{"advance_ms":3000}'`);
  assert.is(curlHeading([react]), "as curl");
});

test.run();
