import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Certified, certify } from "../../conformance/certificate/index.ts";
import table from "../../conformance/certificate/table.json" with { type: "json" };
import { touchstone } from "../captured.test.kit.ts";
import { plain } from "../render/colours.ts";
import { certificateText } from "./certify.ts";

test("the simulator gives the bytes of the package's table: npm run certify -- --write makes a new one where they are to be others", async () => {
  const { code, out } = await touchstone("certify");
  assert.is(code, 0, out);
  assert.match(out, /^level 372 +\d+ {2}[0-9a-f]{16} {2}equal$/m);
  assert.match(out, /\nAll 13 runs are equal to those of the package\.\n$/);
});

test("the first exchange that differs is named, with what was asked and answered", async () => {
  const [first, second, third, ...rest] = table;
  const parts = first!.parts.split("");
  parts[4 * 9] = parts[4 * 9] === "0" ? "1" : "0";
  const changed = { ...first!, digest: "0", parts: parts.join("") };
  const shorter = { ...second!, digest: "0", parts: second!.parts.slice(0, -4) };
  const rows = await certify([changed, shorter, ...rest]);
  assert.match(rows[0]!.exchange!, /^\w+ .*\n/);
  assert.equal(
    rows.filter(({ differsAt }) => differsAt !== undefined).map(({ name, differsAt }) => [name, differsAt]),
    [
      [first!.name, 10],
      [second!.name, second!.exchanges],
      [third!.name, 0],
    ],
  );
});

test("the table of the outcome tells of what differs", () => {
  const rows: Certified[] = [
    { name: "small", exchanges: 3, digest: "a".repeat(64), parts: "", differsAt: undefined },
    { name: "crowded", exchanges: 12, digest: "b".repeat(64), parts: "", differsAt: 2, exchange: "bob GET /x {}\n200 {}\n{\u202e}" },
    { name: "new", exchanges: 1, digest: "c".repeat(64), parts: "", differsAt: 0 },
  ];
  const text = certificateText(rows, plain);
  assert.match(text, /^small +3 {2}a{16} {2}equal\ncrowded +12 {2}b{16} {2}differs\n/);
  assert.match(text, "crowded: the first exchange that differs is number 2\nbob GET /x {}\n200 {}\n{\\u202e}\n");
  assert.match(text, "new: the package has no such run\n");
  assert.match(text, /\n2 of 3 runs differ from those of the package\.\n$/);
});

test.run();
