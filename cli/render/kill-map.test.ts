import { test } from "uvu";
import * as assert from "uvu/assert";
import type { MutantResult } from "../../conformance/mutants/index.ts";
import { killMapPage } from "./kill-map.ts";

const result = (name: string, more: Partial<MutantResult>): MutantResult => ({
  ...{
    name,
    says: `${name} is "wrong" & <loud>.`,
    breaks: ["typing.post/op-values"],
    fired: true,
    killed: true,
    cited: true,
    crashed: [],
    tried: 1,
  },
  kills: [{ by: "typing.post/op", clauses: ["typing.post/op-values"], reason: "" }],
  ...more,
});

const page = killMapPage([
  result("noticed", {}),
  result("elsewhere", { cited: false, breaks: ["events/order"] }),
  result("missed", { killed: false, cited: false, kills: [] }),
  result("idle", { fired: false, killed: false, cited: false, kills: [] }),
]);

test("each kill is a cell, and each mutant one in the folder of its clause, coloured by its fate", () => {
  assert.equal(
    [...page.matchAll(/<rect class="(\w+)"/g)].map(([, kind]) => kind),
    ["silent", "agrees"],
  );
  const cells = [...page.matchAll(/<i class="([\w-]+)" title="(\w+):/g)].map(([, kind, name]) => `${name} ${kind}`);
  assert.equal(cells, ["elsewhere silent", "noticed agrees", "missed differs", "idle untestable"]);
});

test("each row and each column has its name, and nothing is told by its colour alone", () => {
  const labels = [...page.matchAll(/<text [^>]*><title>(.*?)<\/title>\1<\/text>/g)].map(([, name]) => name);
  assert.equal(labels, ["typing.post/op", "elsewhere", "noticed", "missed", "idle"]);
  const [small, large] = [...page.matchAll(/<rect [^>]* width="(\d+)"/g)].map(([, width]) => Number(width));
  assert.ok(small! < large!);
  for (const part of ['<i class="agrees">✓</i> killed', "✗ survived</span>", "… never fired</span>"]) assert.ok(page.includes(part), part);
});

test("mutants that are not noticed as they are meant to be are told in words, and escaped", () => {
  assert.match(page, '<code>missed</code> missed is "wrong" &amp; &lt;loud&gt;.');
  assert.match(page, "1 of 4 mutants killed");
  assert.match(page, "typing.post: 1 of 3 killed");
  assert.not.match(page, "<loud>");
});

test.run();
