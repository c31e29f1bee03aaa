import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { nightly } from "../../conformance/night.test.kit.ts";
import { soak } from "./soak.ts";

const launch = fileURLToPath(new URL("../../dist/cli/launch.cjs", import.meta.url));

const kinds: readonly (readonly string[])[] = [
  [],
  ...[1, 166, 219, 300, 372].map((level) => ["--level", String(level)]),
  ["--vary", "5"],
  ["--vary", "6"],
  ["--brand", "zulip"],
];

for (const [i, serve] of kinds.entries()) {
  const declared = i % 8 === 0 ? test : nightly;
  declared(`hostile and heavy requests do not hurt a server with ${serve.join(" ") || "no options"}`, async () => {
    const report = await soak({ command: [process.execPath, launch], serve, requests: 300, seed: i + 1, connections: 16 });
    assert.equal(report.failed, []);
    assert.ok(report.answered > 250, `${report.answered}`);
    assert.ok((report.statuses[200] ?? 0) > 50, JSON.stringify(report.statuses));
    assert.ok((report.peakMegabytes ?? 0) < 700, `${report.peakMegabytes}`);
    assert.is(report.likeFresh, true);
  });
}

test.run();
