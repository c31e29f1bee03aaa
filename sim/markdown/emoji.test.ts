import { serialize } from "node:v8";
import { gemoji } from "gemoji";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { exampleScope } from "./example-scope.test.kit.ts";
import { emojiCode, emojiName, emojiTable, render } from "./index.ts";

test("names lead to codes and codes to canonical names", () => {
  assert.is(emojiCode("thumbs_up"), "1f44d");
  assert.is(emojiName("1f44d"), "+1");
  assert.is(emojiCode("smile"), "1f604");
  assert.is(emojiCode("no_such_name"), undefined);
  assert.is(emojiName("no-such-code"), undefined);
});

test("the HTML of a message with an emoji takes one byte for a character", () => {
  const { html } = render("Well done :tada:", exampleScope());
  assert.match(html, "emoji-1f389");
  assert.ok(serialize(html).length < 1.5 * html.length);
});

test("every name leads to its own code", () => {
  for (const [code, names] of emojiTable()) {
    assert.ok(names.length > 0 && /^[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*$/.test(code), code);
    for (const name of names) assert.is(emojiCode(name), code, name);
  }
});

test("the table is that of servers: 1,875 emoji with 3,308 names, no two the same", () => {
  const names = [...emojiTable().values()].flat();
  assert.equal([emojiTable().size, names.length, new Set(names).size], [1875, 3308, 3308]);
});

test("of the package's emoji all are known but the clocks, of which there is one", () => {
  const codes = gemoji.map(({ emoji }) =>
    [...emoji.replaceAll("\uFE0F", "")].map((point) => point.codePointAt(0)?.toString(16).padStart(4, "0")).join("-"),
  );
  const missing = codes.filter((code) => !emojiTable().has(code)).sort();
  const clocks = Array.from({ length: 24 }, (_, index) => (0x1f550 + index).toString(16));
  assert.equal(
    missing,
    clocks.filter((code) => code !== "1f557"),
  );
});

test("canonical names are those of servers, other names lead to the same code", () => {
  for (const [code, names] of [
    ["1f64f", ["folded_hands", "welcome", "thank_you", "namaste", "pray"]],
    ["1f947", ["first_place", "gold", "number_one"]],
    ["1f557", ["time", "clock"]],
    ["1f9d1-200d-1f680", ["astronaut"]],
    ["1f1fa-1f1f8", ["flag_united_states"]],
    ["1f1f9-1f1f7", ["flag_türkiye", "flag_turkiye"]],
    ["1f6b6-200d-27a1", ["person_walking_facing_right"]],
  ] as const) {
    assert.is(emojiName(code), names[0]);
    for (const name of names) assert.is(emojiCode(name), code, name);
  }
  for (const name of ["thumbsup", "grin", "satisfied", "clock3", "rocket_ship"]) assert.is(emojiCode(name), undefined, name);
});

test("the smile was once the slighter one", () => {
  assert.equal([emojiCode("smile"), emojiCode("smile", "former")], ["1f604", "1f642"]);
  assert.equal([emojiName("1f604"), emojiName("1f604", "former")], ["smile", "big_smile"]);
  assert.equal([emojiName("1f642"), emojiName("1f642", "former")], ["slight_smile", "smile"]);
  assert.equal([emojiCode("big_smile"), emojiCode("slight_smile", "former")], [undefined, undefined]);
});

test.run();
