import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "./catalogue/catalogue.ts";
import { altered, bodies } from "./check/altered.test.kit.ts";
import { check } from "./check/check.ts";
import { isHeldToObserved, type Target } from "./client/target.ts";
import { isAboutCodes, isAboutLength, observedBy, observedOnly, plainest } from "./observed.ts";
import { whyUntestable } from "./run/needs.ts";
import { embedded } from "./targets/embedded.ts";

const addresses = [...properties.keys()];

test("every entry is about a property that there is, and most properties hold what a sentence states", () => {
  const unused = Object.keys(observedOnly).filter((pattern) => !addresses.some((address) => observedBy(address) === observedOnly[pattern]));
  assert.equal(unused, []);
  assert.ok(addresses.filter((address) => observedBy(address) !== undefined).length < addresses.length / 9);
});

test("servers are held to what is only seen elsewhere where they say that they are such, and simulators are", () => {
  const live = { kind: "live", brand: "service", steering: undefined } as const;
  assert.not.ok(isHeldToObserved(live));
  assert.ok(isHeldToObserved({ ...live, brand: "zulip" }));
  assert.ok(isHeldToObserved({ ...live, like: "zulip" }));
  assert.ok(isHeldToObserved({ ...live, kind: "embedded" }));
});

test("a property waits for the route that it judges, and is not tried where only running servers do what it holds", () => {
  const target = (missing: readonly string[], like?: "zulip") =>
    ({ kind: "live", brand: "service", like, missing: new Map(missing.map((route) => [route, 404])) }) as never;
  assert.is(whyUntestable("conventions.success/typing.post", target(["POST /typing"])), "waits for POST /typing");
  assert.is(whyUntestable("typing.post/op", target(["POST /typing"])), "waits for POST /typing");
  assert.is(whyUntestable("limits/typingPeriods", target(["POST /typing"])), "waits for POST /typing");
  assert.is(whyUntestable("typing.post/op", target(["GET /messages"])), undefined);
  assert.is(whyUntestable("narrow/partition", target([])), "only seen on running servers: narrows can negate a term");
  assert.is(whyUntestable("narrow/partition", target([], "zulip")), undefined);
});

test("lengths are tried with characters that are one in every unit, and only what is about a length may pass its bound", () => {
  const given = { who: "alice", text: { filler: "a🌱é", by: 1 } };
  assert.equal(plainest("limits/topicAtBound", given), { who: "alice", text: { filler: "axx", by: 1 } });
  assert.is(plainest("typing.post/op", given), given);
  assert.ok(isAboutLength("limits/topicAtBound", "max_topic_length"));
  assert.not.ok(isAboutLength("typing.post/op", "max_topic_length"));
  assert.not.ok(isAboutLength("limits.folders/newDescription", "max_channel_folder_name_length"));
  assert.ok(isAboutLength("limits.folders/newDescription", "max_channel_folder_description_length"));
});

test("failures that section Errors names have the generic code on every server, others one of its own", async () => {
  const only = ["typing.post.text/stream-id-required", "typing.post.text/op-required", "user_groups.create.post.text/members-unknown"];
  assert.is(only.filter(isAboutCodes).length, 2);
  const own = bodies((body) => (body.result === "error" ? { ...body, code: "NOT_UNDERSTOOD" } : body));
  const target: Target = { ...altered(embedded(), own), kind: "live", like: undefined, isolated: () => target };
  const { properties: found } = await check({ target, only, seed: 1, tries: 0, runs: 0 });
  assert.equal(
    found.filter(({ verdict }) => verdict === "differs").map(({ address }) => address),
    only.filter(isAboutCodes),
  );
});

test.run();
