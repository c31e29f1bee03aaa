import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstone } from "./captured.test.kit.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-kinds-"));

function written(name: string, ...lines: unknown[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  return file;
}

const recording = written("rec.jsonl", { format: "touchstone-recording", version: 1, url: "http://127.0.0.1:1" }, { account: "bob" });
const served = written("serve.json", { url: "http://127.0.0.1:1", cast: {} });
const har = written("a.har", { log: { entries: [] } });
const report = written("report.json", { format: "touchstone-report" });
const scenario = written("scenario.json", { format: "touchstone-scenario" });
const baseline = written("baseline.json", [{ clause: "typing.post/op-values", reason: "ticket 7" }]);
const other = written("other.json", { a: 1 });

const takenFor: readonly (readonly [args: readonly string[], kind: string | undefined])[] = [
  [["replay", recording], "a recording, which touchstone check --from takes"],
  [["replay", har], "a HAR file, which touchstone check --from takes"],
  [["check", "--from", served], "a target file, which touchstone check --target takes"],
  [["merge", scenario], "a counterexample, which touchstone replay takes"],
  [["check", "--failed", baseline], "a baseline, which touchstone check --baseline takes"],
  [["check", "--baseline", report], "a report, which touchstone merge, check --failed and explain --with take"],
  [["check", "--baseline", written("expired.json", [{ clause: "typing.post/op-values", reason: "r", expires: "soon" }])], undefined],
  [["merge", report], undefined],
  [["replay", scenario], undefined],
  [["replay", other], undefined],
  [["replay", join(folder, "absent.json")], undefined],
];

for (const [args, kind = "none that is known"] of takenFor) {
  test(`a file of another kind is told by its kind: ${args.slice(0, -1).join(" ")} takes none that is ${kind}`, async () => {
    const { code, err } = await touchstone(...args);
    assert.is(code, 2, err);
    assert.is(/; the file is (.*)$/m.exec(err)?.[1] ?? "none that is known", kind, err);
    assert.is(err.trimEnd().split("\n").length, 1);
  });
}

test.run();
