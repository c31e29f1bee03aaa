import { test } from "uvu";
import * as assert from "uvu/assert";
import { choices, contradicted, createSimulator, type Ruling, type RulingName, rulings } from "../index.ts";

const names = Object.keys(rulings) as RulingName[];

test("a point that the text states and servers decide otherwise has the text as its default, and their way as observed", () => {
  assert.ok(contradicted.length > 15 && contradicted.length < names.length);
  for (const name of names) {
    const { kind, choices: all }: { kind: string; choices: readonly string[] } = rulings[name];
    assert.is(kind === "contradicted", contradicted.includes(name), name);
    assert.is(all.includes("observed"), kind === "contradicted", name);
    assert.is.not(all[0], "observed", name);
    assert.is(new Set(all).size, all.length, name);
  }
});

test("observed is what running servers do where they contradict the text or leave the default, and the defaults elsewhere", () => {
  const [plain, observed] = [choices(), choices("observed")];
  for (const name of names) {
    assert.is(plain[name], rulings[name].choices[0], name);
    const { choices: all, running }: Pick<Ruling, "choices"> & { readonly running?: string } = rulings[name];
    assert.is(observed[name], contradicted.includes(name) ? "observed" : (running ?? plain[name]), name);
    assert.ok(running === undefined || all.indexOf(running) > 0, name);
  }
  assert.equal([plain.groupSettingBounds, observed.groupSettingBounds], ["none", "bounded"]);
  assert.equal(createSimulator({ rulings: "observed" }).server.rulings, observed);
});

test("a ruling or a choice that there is not is refused with those that there are", () => {
  const made = (rulings: unknown) => () => createSimulator({ rulings: rulings as "observed" });
  assert.throws(made({ longTopics: "refuse" }), /^rulings\.longTopics: no such key; known here are .*longTopic/);
  assert.throws(made({ longTopic: "observed" }), /^rulings\.longTopic: got "observed", expected "truncate" or "refuse"$/);
  assert.throws(made([]), /^rulings: got \[\], expected "observed", "text" or choices by name$/);
});

test.run();
