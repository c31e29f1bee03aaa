import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import type { Session } from "../client/session.ts";
import { property } from "../declare/property.ts";
import { Untestable } from "../expect.ts";
import { ChoicesSeen } from "../results/choices.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { altered, bodies } from "./altered.test.kit.ts";
import { type CheckOptions, check, chosen } from "./check.ts";

const target = embedded();
const few = ["typing.post*"];
const run = (options: Partial<CheckOptions> = {}) => check({ target, seed: 1, runs: 0, only: few, ...options });
const made = (body: (session: Session) => Promise<void>) => property({ clause: "errors/body", holds: body });
const verdictOf = async (body: (session: Session) => Promise<void>, strict = false) =>
  (await runProperty("made/up", made(body), target, { seed: 1, strict })).verdict;

/** A target that says nothing sensible. */
const senseless = altered(
  target,
  bodies(() => ({ result: "perhaps" })),
);

test("a property that holds agrees", async () => {
  assert.is(await verdictOf(async ({ as, expect }) => void expect.succeeded(await as.alice.send("GET /realm/linkifiers"))), "agrees");
});

test("a property that does not hold differs, with the reason and what was said, but without keys and passwords", async () => {
  const { alice } = target.cast;
  const body = async ({ nobody, as, expect }: Session) => {
    await nobody.send("POST /fetch_api_key", { username: alice!.email, password: as.alice.member.password });
    expect.holds(false, "nothing holds");
  };
  const result = await runProperty("made/up", made(body), target, { seed: 1 });
  assert.is(result.verdict, "differs");
  assert.is(result.reason, "nothing holds");
  assert.equal(result.clauses, ["errors/body"]);
  const [seen] = result.seen!;
  assert.equal([seen!.as, seen!.method, seen!.path, seen!.status], [null, "POST", "/fetch_api_key", 200]);
  assert.is(seen!.fields.password, "(hidden)");
  assert.is(seen!.body.api_key, "(hidden)");
  assert.not.ok(JSON.stringify(result).includes(alice!.password!));
});

test("a field that a request leaves out is not among the evidence", async () => {
  const body = async ({ as, expect }: Session) => {
    await as.alice.send("POST /typing", { op: undefined, to: [1] });
    expect.holds(false, "nothing holds");
  };
  const { seen } = await runProperty("made/up", made(body), target, { seed: 1 });
  assert.equal(seen![0]!.fields, { to: [1] });
});

test("a property that cannot be tried is untestable, by its own word or for want of a member or a channel", async () => {
  const reasons = [];
  for (const body of [
    async () => {
      throw new Untestable("no luck");
    },
    async (session: Session) => void session.actor("nora"),
    async (session: Session) => void session.channel("nowhere"),
  ]) {
    const { verdict, reason } = await runProperty("made/up", made(body), target, { seed: 1 });
    assert.is(verdict, "untestable");
    reasons.push(reason);
  }
  assert.equal(reasons, ["no luck", "the cast has no nora", "no channel stands for nowhere"]);
});

test("a property whose clause is newer than the target is untestable and is not run", async () => {
  const old = embedded({ level: 200 });
  let isRun = false;
  const late = property({ clause: "errors/not-an-administrator", holds: async () => void (isRun = true) });
  const { verdict, reason } = await runProperty("made/up", late, old, { seed: 1 });
  assert.equal([verdict, reason, isRun], ["untestable", "the target is of level 200, before 389", false]);
});

test("a choice on a silent point is silent; a strict run takes another choice than the default for a difference", async () => {
  const chooses = (choice: string) => async (session: Session) => {
    await session.as.alice.send("GET /realm/linkifiers");
    session.chooses("longTopic", choice);
  };
  assert.is(await verdictOf(chooses("truncate")), "silent");
  assert.is(await verdictOf(chooses("refuse")), "silent");
  assert.is(await verdictOf(chooses("truncate"), true), "silent");
  const strict = await runProperty("made/up", made(chooses("refuse")), target, { seed: 1, strict: true });
  const words = "longTopic is refuse, which the specification leaves open and a strict run does not: expected truncate";
  assert.equal([strict.verdict, strict.reason], ["differs", words]);
});

test("a choice that was seen before a run could go no further is held against the next", async () => {
  const choices = new ChoicesSeen();
  const chooses = (choice: string, untestable: boolean) =>
    made(async (session) => {
      await session.as.alice.send("GET /realm/linkifiers");
      session.chooses("longTopic", choice);
      if (untestable) throw new Untestable("no luck");
    });
  assert.is((await runProperty("made/one", chooses("truncate", true), target, { seed: 1, choices })).verdict, "untestable");
  assert.is((await runProperty("made/two", chooses("refuse", false), target, { seed: 1, choices })).verdict, "differs");
});

test("a target that is held to a choice differs where it is seen to choose otherwise, and its own choice is reported", async () => {
  const choices = new ChoicesSeen({ longTopic: "refuse", foundEnds: "literal" });
  const chooses = (choice: string) =>
    made(async (session) => {
      await session.as.alice.send("GET /realm/linkifiers");
      session.chooses("longTopic", choice);
    });
  assert.is((await runProperty("made/one", chooses("refuse"), target, { seed: 1, choices })).verdict, "silent");
  const { verdict, reason } = await runProperty("made/two", chooses("truncate"), target, { seed: 1, choices });
  assert.is(verdict, "differs");
  assert.is(reason, "longTopic is truncate in made/two (alice GET /realm/linkifiers -> 200), and the target is held to refuse");
  assert.equal(
    choices.by(({ choice }) => choice),
    { longTopic: "refuse" },
  );
});

test("of all that saw one choice the first by name is reported, whichever came first", async () => {
  const choices = new ChoicesSeen();
  for (const address of ["made/b", "made/c", "made/a"]) assert.is(choices.note("longTopic", { choice: "refuse", address }), undefined);
  assert.equal(choices.note("longTopic", { choice: "truncate", address: "made/0" }), { choice: "refuse", address: "made/a" });
  assert.equal(
    choices.by(({ address }) => address),
    { longTopic: "made/a" },
  );
});

test("a target that decides one point in two ways differs, with both exchanges; one that keeps to its choice is silent", async () => {
  const choices = new ChoicesSeen();
  const chooses = (route: string, choice: string) =>
    made(async (session) => {
      await session.as.alice.send(route);
      session.chooses("longTopic", choice);
    });
  const run = (address: string, route: string, choice: string) =>
    runProperty(address, chooses(route, choice), target, { seed: 1, choices });
  assert.is((await run("made/first", "GET /realm/linkifiers", "refuse")).verdict, "silent");
  assert.is((await run("made/same", "GET /realm/presence", "refuse")).verdict, "silent");
  const { verdict, reason, seen } = await run("made/other", "POST /typing", "truncate");
  assert.is(verdict, "differs");
  assert.is(
    reason,
    "longTopic is decided in two ways: refuse in made/first (alice GET /realm/linkifiers -> 200), and truncate in made/other (alice POST /typing -> 400)",
  );
  assert.equal(
    seen!.map(({ path }) => path),
    ["/realm/linkifiers", "/typing"],
  );
  assert.equal(
    choices.by(({ choice, address }) => [choice, address]),
    { longTopic: ["refuse", "made/first"] },
  );
});

test("what a level brought is looked for on servers before it, and is not there to try on others", async () => {
  const only = ["versioning.ahead.*"];
  const addresses = async (level: number) => (await run({ target: embedded({ level }), only })).properties.map(({ address }) => address);
  const ofPolicies = "versioning.ahead.values/followed";
  assert.ok((await addresses(218)).includes(ofPolicies));
  assert.not.ok((await addresses(219)).includes(ofPolicies));
  assert.equal(await addresses(newestLevel), []);
});

test("a server that is held to a level below its own is not said to show what came later", async () => {
  const newer = bodies((body) => ("service_feature_level" in body ? { ...body, service_feature_level: newestLevel } : body));
  const only = ["versioning.ahead.values/followed"];
  const [own] = (await run({ target: embedded({ level: 218 }), only })).properties;
  const [held] = (await run({ target: altered(embedded({ level: 218 }), newer), only })).properties;
  assert.is(own!.verdict, "agrees");
  assert.equal(
    [held!.verdict, held!.reason],
    ["untestable", `the target is held to level 218, and calls itself one of level ${newestLevel}`],
  );
});

test("each sample has a session of its own, with names of its own", async () => {
  const names: string[] = [];
  const topics = property<{ n: number }>({
    clause: "errors/body",
    given: { n: fc.nat() },
    holds: async (session) => {
      names.push(session.fresh(), session.fresh());
      session.expect.succeeded(await session.as.alice.send("GET /realm/linkifiers"));
    },
  });
  await runProperty("made/up", topics, target, { seed: 1, tries: 3 });
  await runProperty("made/other", topics, target, { seed: 1, tries: 3 });
  assert.is(new Set(names).size, 12);
  for (const name of names) assert.ok(name.length <= 40, name);
});

test("patterns choose addresses: only, then skip; a star stands for anything and nothing else is special", () => {
  const all = ["a.b/one", "a.b/two", "aXb/one", "c/one"];
  assert.equal(chosen(all, {}), all);
  assert.equal(chosen(all, { only: ["a.b/*"] }), ["a.b/one", "a.b/two"]);
  assert.equal(chosen(all, { only: ["*/one", "a.b/two"], skip: ["c*"] }), ["a.b/one", "a.b/two", "aXb/one"]);
  assert.equal(chosen(all, { only: ["a.b"] }), []);
  assert.equal(chosen(all, { skip: ["*"] }), []);
});

test("shards have no address in common and all addresses together", () => {
  const all = [...properties.keys()];
  for (const count of [1, 2, 3, 7, all.length + 5]) {
    const shards = Array.from({ length: count }, (_, i) => chosen(all, { shard: { index: i + 1, count } }));
    assert.equal(shards.flat().sort(), [...all].sort(), `${count} shards`);
    const sizes = shards.map(({ length }) => length);
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, `${count} shards of ${sizes.join(", ")}`);
  }
});

let kept: ReturnType<typeof run> | undefined;

/** Returns the report of a run of all, which is made once. */
const wholeRun = (): ReturnType<typeof run> => (kept ??= run());

test("the results of shards, put together, are the results of the whole", async () => {
  const whole = await wholeRun();
  const shards = await Promise.all([1, 2, 3].map((index) => run({ shard: { index, count: 3 } })));
  const byAddress = new Map(shards.flatMap((shard) => shard.properties).map((result) => [result.address, result]));
  assert.is(byAddress.size, whole.properties.length);
  for (const result of whole.properties) assert.equal(byAddress.get(result.address), result);
  assert.equal(
    shards.map(({ shard }) => shard),
    ["1/3", "2/3", "3/3"],
  );
  assert.is(whole.shard, null);
  const sum = (name: "expected" | "run" | "agrees" | "silent") => shards.reduce((total, { summary }) => total + summary[name], 0);
  for (const name of ["expected", "run", "agrees", "silent"] as const) assert.is(sum(name), whole.summary[name], name);
});

test("the embedded simulator conforms, and a run by many at once finds what a run by one finds", async () => {
  const one = await wholeRun();
  assert.is(one.summary.differs, 0);
  assert.ok(one.summary.run > 10);
  assert.is(one.summary.expected, one.summary.run + one.summary.untestable);
  assert.equal(await run({ concurrency: 8 }), one);
});

test("equal seeds give equal reports", async () => {
  assert.equal(JSON.stringify(await run({ target: embedded() })), JSON.stringify(await wholeRun()));
});

test("bail ends at the first difference and names what was not run", async () => {
  const all = await run({ target: senseless });
  assert.ok(all.summary.differs > 5);
  assert.equal(all.notRun, []);
  const { summary, notRun, properties: results } = await run({ target: senseless, bail: true });
  assert.is(summary.differs, 1);
  assert.is(results.at(-1)!.verdict, "differs");
  assert.is(notRun.length + results.length, summary.expected);
});

test("known deviations end no run: bail and a number of causes count those beside them", async () => {
  const all = await run({ target: senseless });
  const known = all.causes.map(({ id, shows }) => ({ cause: id, shows, reason: "ticket 7" }));
  for (const end of [{ bail: true }, { causes: 1 }]) {
    assert.equal((await run({ target: senseless, known, ...end })).notRun, []);
    const [last] = all.properties.filter(({ verdict }) => verdict === "differs").slice(-1);
    const others = known.filter(({ shows }) => !shows.includes(last!.address));
    const { summary } = await run({ target: senseless, known: others, ...end });
    assert.ok(others.length < known.length && summary.differs > 1, String(summary.differs));
  }
});

test("strict takes a choice that is not the default for a difference, on all silent points or on those named", async () => {
  const refusing = embedded({ rulings: { longTopic: "refuse" } });
  const only = ["messages.post.text/topic-beyond*"];
  const verdicts = async (strict: boolean | readonly "longTopic"[] | readonly "longContent"[]) => {
    const { properties: all, choices } = await run({ target: refusing, only, strict });
    return [choices.longTopic, ...new Set(all.map(({ verdict }) => verdict))];
  };
  assert.equal(await verdicts(false), ["refuse", "silent"]);
  assert.equal(await verdicts(true), ["refuse", "differs"]);
  assert.equal(await verdicts(["longTopic"]), ["refuse", "differs"]);
  assert.equal(await verdicts(["longContent"]), ["refuse", "silent"]);
});

test("a stated point that running servers decide otherwise differs, is one cause, and can be accepted by name", async () => {
  const observed = embedded({ rulings: { unknownChannelName: "observed" } });
  const only = ["messages.post.errors/unknownChannelSpelled"];
  const { properties: found, causes, summary } = await run({ target: observed, only });
  assert.is(found[0]!.verdict, "differs");
  assert.match(found[0]!.reason!, /what the specification states: .* \(unknownChannelName\)$/);
  assert.equal(
    causes.map(({ id, shows }) => [id, shows]),
    [["unknownChannelName", only]],
  );
  assert.is(summary.differs, 1);
  const accepting = await run({ target: observed, only, accepts: ["unknownChannelName"] });
  assert.equal([accepting.properties[0]!.verdict, accepting.accepted, accepting.causes], ["silent", ["unknownChannelName"], []]);
});

test("where nothing is chosen nothing is run, and the summary says so", async () => {
  const { summary } = await run({ only: ["typing.post/op"], skip: ["typing.post/*"] });
  assert.equal(summary, {
    expected: 0,
    run: 0,
    agrees: 0,
    differs: 0,
    silent: 0,
    unsteady: 0,
    untestable: 0,
    tries: 0,
    exchanges: 0,
    exchangesAgree: 0,
  });
});

test("where all that is chosen cannot be tried, nothing counts as run", async () => {
  const alone = embedded({ level: 100 });
  const { summary } = await run({ target: alone, only: ["conventions/displayName"] });
  assert.is(summary.run, 0);
  assert.is(summary.untestable, 1);
});

test("a run ends when its time is up, with what it has, and names the rest", async () => {
  let done = 0;
  const { properties: results, notRun, summary } = await run({ hasTime: () => done < 4, onResult: () => done++ });
  assert.is(results.length, 4);
  assert.is(notRun.length, summary.expected - 4);
  assert.is(summary.run + summary.untestable, 4);
});

test("results are told one by one, counted up to the number that was expected", async () => {
  const told: [string, number, number][] = [];
  const { properties: results } = await run({ onResult: ({ address }, done, expected) => told.push([address, done, expected]) });
  assert.equal(
    told,
    results.map(({ address }, i) => [address, i + 1, results.length]),
  );
});

test.run();
