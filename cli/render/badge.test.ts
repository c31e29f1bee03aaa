import { test } from "uvu";
import * as assert from "uvu/assert";
import { reportOf } from "../../conformance/ladder/ladder.test.kit.ts";
import { badge } from "./badge.ts";

const broken = (pattern: RegExp) => reportOf((address) => (pattern.test(address) ? { verdict: "differs" } : undefined));

test("a badge says the level, in a colour of its own for each part of the ladder", () => {
  const images = [reportOf(), broken(/^user_groups/), broken(/^messages-id\.get/), broken(/^server_settings/)].map((report) =>
    badge(report),
  );
  assert.equal(
    images.map((image) => /<title>(.*)<\/title>/.exec(image)?.[1]),
    ["touchstone: level 8", "touchstone: level 5", "touchstone: level 0", "touchstone: no level"],
  );
  assert.is(new Set(images.map((image) => /fill="(#\w+)"/.exec(image)?.[1])).size, 4);
});

test("a badge of a part of a run says so, in a colour of its own", () => {
  const whole = reportOf();
  const images = [{ ...whole, shard: "1/2" }, { ...whole, partial: true }, whole, broken(/^server_settings/)].map((report) =>
    badge(report),
  );
  assert.equal(
    images.map((image) => /<title>(.*)<\/title>/.exec(image)?.[1]),
    ["touchstone: part", "touchstone: part", "touchstone: level 8", "touchstone: no level"],
  );
  assert.is(new Set(images.map((image) => /fill="(#\w+)"/.exec(image)?.[1])).size, 3);
});

test("a badge loads nothing and runs nothing", () => {
  const image = badge(reportOf());
  assert.match(image, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20"/);
  assert.not.match(image, /<script|<image|<style|href|url\(|@import/);
  assert.is(image.match(/http/g)?.length, 1);
});

test("a label of the user is text", () => {
  const image = badge(reportOf(), `<b>"chat" & 'co'`);
  assert.not.match(image, /<b>/);
  assert.match(image, "&#60;b&#62;&#34;chat&#34; &#38; &#39;co&#39;");
});

test.run();
