import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Certified, certify } from "../../conformance/certificate/index.ts";
import { readTranscriptFile } from "../../conformance/workshop/goldens/files.ts";
import { touchstone } from "../captured.test.kit.ts";
import { UsageError } from "../io.ts";
import { plain } from "../render/colours.ts";
import { certificateText, certify as certifyCommand } from "./certify.ts";

test("the simulator answers the transcripts of the package as they say", async () => {
  const { code, out } = await touchstone("certify", "--only", "videoCall:*", "--only", "directed", "--all");
  assert.is(code, 0, out);
  assert.match(out, /^videoCall: before +\d+ {2}[0-9a-f]{16} {2}equal$/m);
  assert.match(out, /\nAll 3 runs are equal to those of the package\.\n$/);
});

test("where all runs are equal one line says so", async () => {
  const { code, out } = await touchstone("certify", "--only", "videoCall:*");
  assert.equal([code, out], [0, "All 2 runs are equal to those of the package.\n"]);
});

/** Some of the transcripts: to read them all takes longer than to replay some. */
const transcripts = readTranscriptFile("directed");

test("a name that no run has is refused with one that there is", async () => {
  const io = { out: () => {}, err: () => {}, interrupted: () => new Promise<never>(() => {}) };
  const problem = await certifyCommand({ json: false, all: false, only: ["nope"] }, io, transcripts).catch((thrown: unknown) => thrown);
  assert.instance(problem, UsageError);
  assert.match(String(problem), /no run is called so; there are \d+, such as directed/);
});

test("the first answer that differs is told with its request and field, before and now, without keys", () => {
  const [run] = transcripts.filter(({ run }) => run === "directed");
  const at = run!.scenarios.findIndex(({ requests }) =>
    requests.some((request) => "send" in request && request.send.includes("/users/me")),
  );
  const scenarios = run!.scenarios.map((scenario, i) =>
    i === at
      ? { ...scenario, answers: scenario.answers.map((text) => text.replaceAll('"result":"success"', '"result":"fine"')) }
      : scenario,
  );
  const [row] = certify([{ ...run!, scenarios }]);
  assert.ok(row!.differing > 0);
  assert.match(row!.first!, /^directed, [^\n]+, request \d+: \{"as":[^\n]+\n {4}result: "fine" before, "success" now$/);
  assert.not.match(row!.first!, /"api_key":"(?!\(hidden\))/);
});

test("the table of the outcome tells of what differs", () => {
  const rows: Certified[] = [
    { name: "small", exchanges: 3, digest: "a".repeat(64), differing: 0 },
    { name: "crowded", exchanges: 12, digest: "b".repeat(64), differing: 2, first: "bob GET /x {}\n    id: 1 before, \u202e now" },
  ];
  const text = certificateText(rows, plain, true);
  assert.match(text, /^small +3 {2}a{16} {2}equal\ncrowded +12 {2}b{16} {2}2 differ\n/);
  assert.match(text, "crowded: the first answer that differs\nbob GET /x {}\n    id: 1 before, \\u202e now\n");
  assert.match(text, /\n1 of 2 runs differ from those of the package\.\n$/);
  assert.match(certificateText(rows, plain), /^crowded {2}12 {2}b{16} {2}2 differ\n\ncrowded: the first answer that differs\n/);
});

test.run();
