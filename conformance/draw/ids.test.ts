import { test } from "uvu";
import * as assert from "uvu/assert";
import { plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { anId, hugeIds, idOf, nothingsKinds } from "./references.ts";

const kinds = ["existing", "deleted", "hidden", ...nothingsKinds] as const;
const known = { existing: [11, 12, 13], deleted: [21], hidden: [31, 32] };

test("ids of every kind come, and each existing one", () => {
  const drawn = sampled(anId(...kinds));
  assert.equal(
    rare(
      tally(drawn, ({ kind }) => kind),
      kinds,
      150,
    ),
    [],
  );
  const sent = tally(drawn, (shape) => JSON.stringify(idOf(shape, known)));
  const expected = [
    "11",
    "12",
    "13",
    "21",
    "31",
    "32",
    "0",
    "-1",
    ...hugeIds.map((text) => `"${text}"`),
    '"seven"',
    '""',
    '"[7]"',
    '"true"',
    '"false"',
  ];
  assert.equal(rare(sent, [...expected, '"null"'], 5), []);
});

test("ids that are nothing's are no known ones", () => {
  for (const shape of sampled(anId(...nothingsKinds))) {
    const sent = idOf(shape, known);
    assert.ok(!Object.values(known).flat().includes(Number(sent)), String(sent));
  }
});

test("there is no id of a kind of which the run knows none", () => {
  assert.is(idOf({ kind: "hidden", at: 0.5 }, { existing: [1] }), undefined);
});

test("the plainest id is the first existing one", () => {
  assert.equal(plainest(anId(...kinds)), { kind: "existing", at: 0 });
  assert.equal(plainest(anId("no integer", "zero")), { kind: "no integer", text: "seven" });
});

test.run();
