import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../../../sim/index.ts";
import { languages } from "./index.ts";
import { languagesHere } from "./languages.test.kit.ts";
import type { Check, CheckedPlace, Program, ProgramCall, Text } from "./program.ts";
import { jsonText, marked } from "./texts.ts";

const sim = createSimulator({ now: Date.now() });
const channel = sim.channels.general!.stream_id;
const { email, api_key } = sim.cast.alice!;

const call = (path: string, fields: ProgramCall["fields"]): ProgramCall => ({
  ...{ told: `alice: POST ${path}`, kind: "request", as: "alice", method: "POST", path: [`/api/v1${path}`], fields, saves: [] },
});

const topicOf = (name: string): Text => [`${name} `, { variable: "run" }];

/** A topic's policy in a registration. */
const policyOf = (name: string): CheckedPlace => [
  "user_topics",
  {
    where: [
      [["stream_id"], [String(channel)]],
      [["topic_name"], jsonText(`${name} ${marked("run")}`)],
    ],
  },
];

const programOf = (checks: readonly Check[]): Program => ({
  ...{ title: "policies", url: "http://127.0.0.1:1", level: newestLevel, brand: "service" },
  calls: [
    ...["soup", "tea"].map((name, i) =>
      call("/user_topics", [
        ["stream_id", [String(channel)]],
        ["topic", topicOf(name)],
        ["visibility_policy", [String(i + 1)]],
      ]),
    ),
    call("/register", [["fetch_event_types", ['["user_topic"]']]]),
  ],
  ...{ checks, undoes: [], left: [], reason: [] },
});

const holding: readonly Check[] = [
  { place: policyOf("tea"), must: "be of the type", type: "object" },
  { place: [...policyOf("tea"), "visibility_policy"], must: "be", value: ["2"] },
  { place: policyOf("cake"), must: "be absent" },
  { place: [...policyOf("tea"), "colour"], must: "be absent" },
  { place: [...policyOf("cake"), "visibility_policy"], must: "be absent" },
];

const failing: readonly Check[] = [
  { place: policyOf("tea"), must: "be absent" },
  { place: policyOf("cake"), must: "be of the type", type: "object" },
  { place: [...policyOf("soup"), "visibility_policy"], must: "be", value: ["2"] },
];

const run = (command: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) =>
    execFile(command, args, { env: { ...process.env, ALICE: `${email}:${api_key}` }, timeout: 120_000 }, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, output: `${out}${err}` }),
    ),
  );

test("a record is picked from a list by what it holds, in each language", async () => {
  const server = await listen(sim, { clock: "real" });
  const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  const ends = async (checks: readonly Check[], code: number): Promise<void> => {
    for (const [name, ending, command, ...args] of languagesHere) {
      const file = join(directory, `${name}.${ending}`);
      writeFileSync(file, languages[name](programOf(checks)));
      const ended = await run(command, [...args, file, server.url]);
      assert.is(ended.code, code, `${name}: ${ended.output}`);
      assert.is(ended.output.split("\n").filter((line) => / must /.test(line)).length, code === 0 ? 0 : checks.length, ended.output);
    }
  };
  await ends(holding, 0);
  await ends(failing, 1);
  await server.close();
});

test.run();
