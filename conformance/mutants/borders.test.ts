import { test } from "uvu";
import * as assert from "uvu/assert";
import { mutantsByFolder } from "../catalogue/catalogue.ts";
import { type EndpointText, endpoints } from "../text/index.ts";
import { Bench } from "./bench.ts";
import { borderMutants } from "./borders.ts";

const stated = { clause: "it", says: "It is." };

/** A table that states each kind of fact. */
const whole: EndpointText = {
  stem: "sheds-id.post",
  route: "POST /sheds/{shed_id}",
  section: "Endpoints > POST /sheds/{shed_id}",
  since: 0,
  parameters: {
    key_word: { type: "string", required: stated, nonEmpty: { ...stated, code: "EMPTY" }, bound: { ...stated, limit: "max_topic_length" } },
    size: { type: "integer", values: { ...stated, accepted: [1, 2] }, malformed: stated },
    keepers: { type: "array", unknown: stated, active: stated, kept: stated },
    queue: { type: "string", unknown: { ...stated, code: "NONE", tells: "queue" } },
    colour: { type: "string" },
  },
  returns: { id: { type: "integer", stated }, roof: { type: "object", when: "sometimes", stated }, door: { type: "string" } },
  does: stated,
  envelope: stated,
  allowed: { ...stated, callers: "administrators", code: { ...stated, is: "NO" } },
  bots: stated,
  noTrace: { ...stated, clause: "trace" },
  unknownInPath: stated,
};

test("each fact of a table makes servers that do not hold it, and what it does not state makes none", () => {
  const words = borderMutants(whole).map(({ name }) => name.replace("sheds-id.post-", ""));
  assert.equal(words, [
    ...["key-word-not-required", "key-word-empty-accepted", "key-word-empty-other-code", "key-word-empty-done"],
    ...["key-word-too-long-accepted", "key-word-too-long-done", "key-word-at-bound-refused"],
    ...["size-other-value-accepted", "size-other-value-done", "size-malformed-accepted", "size-malformed-done"],
    ...["keepers-unknown-accepted", "keepers-unknown-other-code", "keepers-unknown-done"],
    ...["keepers-deactivated-accepted", "keepers-deactivated-done", "keepers-not-kept"],
    ...["queue-unknown-accepted", "queue-unknown-other-code", "queue-unknown-untold"],
    ...["id-untold", "id-null", "id-as-text", "roof-null", "roof-as-list"],
    ...[
      "not-done",
      "more-than-the-envelope",
      "by-anyone",
      "refused-but-done",
      "refused-to-administrators",
      "refused-to-owners",
      "other-code",
    ],
    ...["refused-to-bots", "path-unknown-accepted", "path-unknown-other-code"],
  ]);
  const { stem, route, section, since } = whole;
  assert.equal(borderMutants({ stem, route, section, since, parameters: { colour: { type: "string" } }, returns: {} }), []);
});

test("what refuses and does breaks the clause of traces, and each end of a bound the clause that is about it", () => {
  const breaks = new Map([...endpoints.values()].flatMap(borderMutants).map((one) => [one.name, one.breaks]));
  assert.equal(breaks.get("user_groups.create.post-members-unknown-done"), [
    "user_groups.create.post/no-trace",
    "conventions/refusals-leave-no-trace",
  ]);
  const bound = "channel_folders.create.post/name-bound";
  assert.equal(breaks.get("channel_folders.create.post-name-at-bound-refused"), [bound, "limits/folder-name-length"]);
  assert.equal(breaks.get("channel_folders.create.post-name-too-long-accepted"), [bound, "limits/folder-name-length-exceeded"]);
});

const [name, description] = ["Shed", ""];
const refusedToBob = "UNAUTHORIZED_PRINCIPAL";

const rows: readonly (readonly [word: string, as: string | null, fields: Readonly<Record<string, string>>, answer: string])[] = [
  ["name-not-required", "dana", { description }, "success"],
  ["name-not-required", "dana", { name }, "REQUEST_VARIABLE_MISSING"],
  ["name-not-required", "bob", { description }, refusedToBob],
  ["name-not-required", null, { description }, "UNAUTHORIZED"],
  ["name-empty-accepted", "dana", { name: "", description }, "success"],
  ["name-empty-accepted", "bob", { name: "", description }, refusedToBob],
  ["name-too-long-accepted", "dana", { name: "x".repeat(61), description }, "success"],
  ["name-at-bound-refused", "dana", { name: "x".repeat(60), description }, "BAD_REQUEST"],
  ["name-at-bound-refused", "dana", { name: "x".repeat(59), description }, "success"],
];

for (const [word, as, fields, answer] of rows)
  test(`a server without a border does otherwise there, and nowhere else: ${word} with ${Object.keys(fields)} by ${as}`, async () => {
    const text = endpoints.get("channel_folders.create.post")!;
    const mutant = borderMutants(text).find((one) => one.name === `${text.stem}-${word}`)!;
    const reply = await new Bench(1).broken(mutant).send({ as, method: "POST", path: "/channel_folders/create", fields });
    assert.is(reply?.body.code ?? reply?.body.result, answer);
  });

test("they come behind the mutants that stand in the folders of their endpoints", async () => {
  const all = await mutantsByFolder();
  for (const [stem, text] of endpoints) {
    const names = borderMutants(text).map(({ name }) => name);
    const there = (all.get(stem) ?? []).map(({ name }) => name);
    assert.equal(there.slice(there.length - names.length), names);
  }
});

test.run();
