import { test } from "uvu";
import * as assert from "uvu/assert";
import { aLinkifier, digits, fullLinkifier, linkifiedUrl, linkifierFields, plainLinkifier } from "./contents.ts";
import { plainest, rare, sampled, tally } from "./draws.test.kit.ts";

test("a linkifier goes into its URL in every form, and goes back only with an example", () => {
  const shapes = sampled(aLinkifier);
  assert.equal(
    rare(
      tally(shapes, ({ form }) => form),
      ["{n}", "{?n}", "{#n}", "{/n}", "{;n}", "{n}/{m}"],
      200,
    ),
    [],
  );
  assert.ok(shapes.every(({ isReverse, hasExample }) => hasExample || !isReverse));
  assert.equal(plainest(aLinkifier), plainLinkifier);
});

test("fields and URLs follow the shape", () => {
  assert.equal(linkifierFields(fullLinkifier, "N"), {
    pattern: "N-(?P<n>[0-9]+)(?:\\{\\})?",
    url_template: "https://tasks.example.com/new/{n}",
    example_input: "N-7{}",
    reverse_template: "N-{n}{{}}",
    alternative_url_templates: ["https://other0.example.com/{n}", "https://other1.example.com/{n}"],
  });
  assert.is(linkifierFields({ ...fullLinkifier, form: "{n}/{m}" }, "N").reverse_template, "N-{n}{m}{{}}");
  const ends = (["{n}", "{?n}", "{#n}", "{/n}", "{;n}", "{n}/{m}"] as const).map((form) =>
    linkifiedUrl({ ...plainLinkifier, form }, "12").slice(30),
  );
  assert.equal(ends, ["12", "?n=12", "#12", "/12", ";n=12", "1/2"]);
  assert.ok(sampled(digits).every((text) => /^[0-9]{1,8}$/.test(text)));
});

test.run();
