import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import type { Session } from "../client/session.ts";
import type { Target } from "../client/target.ts";
import { type Property, property } from "../declare/property.ts";
import { someOf } from "../night.test.kit.ts";
import { runProperty, SuiteCrash } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { type AlterReply, altered, bodies } from "./altered.test.kit.ts";
import { check } from "./check.ts";
import { hollows, mangles } from "./hollow.test.kit.ts";

const target = embedded();
const ran = (holds: (session: Session) => Promise<void>, on: Target = target) =>
  runProperty("made/up", property({ clause: "errors/body", once: "made up", holds }), on, { seed: 1 });

test("a property that asks nothing is untestable, whatever it checks", async () => {
  const { verdict, reason } = await ran(async ({ expect }) => expect.holds(true, "never"));
  assert.equal([verdict, reason], ["untestable", "nothing was asked"]);
  const chooses = await ran(async (session) => session.chooses("longTopic", "truncate"));
  assert.equal([chooses.verdict, chooses.reason], ["untestable", "nothing was asked"]);
});

test("a property that checks nothing is untestable, whatever it asks", async () => {
  const { verdict, reason } = await ran(async ({ as }) => void (await as.alice.send("GET /realm/linkifiers")));
  assert.equal([verdict, reason], ["untestable", "nothing was checked"]);
});

test("a preparation is no check, and a list without items proves nothing", async () => {
  const prepares = await ran(async ({ as }) => void (await as.alice.prepare("GET /realm/linkifiers")));
  assert.equal([prepares.verdict, prepares.reason], ["untestable", "nothing was checked"]);
  const looks = await ran(async ({ as, expect }) => {
    expect.succeeded(await as.alice.send("GET /realm/linkifiers"));
    expect.each([], "folder", () => expect.holds(false, "never"));
  });
  assert.equal([looks.verdict, looks.reason], ["untestable", "nothing to look at: there is no folder"]);
});

test("a preparation that is refused makes a property untestable, with the answer", async () => {
  const { verdict, reason } = await ran(async ({ as }) => void (await as.alice.prepare("POST /typing")));
  assert.is(verdict, "untestable");
  assert.match(reason!, /^POST \/typing answers 400 \{"result":"error".*\}, not a success$/);
});

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.unreachable(),
    (thrown: unknown) => thrown,
  );

test("an error of the suite's own code is a crash that names the property, and no verdict", async () => {
  for (const fault of [new TypeError("x is undefined"), new RangeError("a fault"), "a text"]) {
    const thrown = await rejection(ran(async () => Promise.reject(fault)));
    assert.instance(thrown, SuiteCrash);
    const { message, cause } = thrown as SuiteCrash;
    assert.is(message, `the suite itself failed in made/up: ${String(fault)}`);
    assert.is(cause, fault);
  }
  assert.instance(await rejection(ran(async ({ as }) => void (as.alice as never as { a: { b: 1 } }).a.b)), SuiteCrash);
});

/** Targets by their levels: a realm takes a while to load. */
const targets = new Map<number, Target>();

/** Returns the newest server on which there is something for a property to try. */
function targetFor({ until }: Property): Target {
  const level = until === undefined ? newestLevel : until - 1;
  const found = targets.get(level) ?? embedded({ realm: "crowded", level });
  targets.set(level, found);
  return found;
}

/** Returns what comes of a property on a server whose answers are changed: a verdict, or the message of a crash. */
async function outcome(address: string, change: AlterReply): Promise<string> {
  const one = properties.get(address)!;
  try {
    return (await runProperty(address, one, altered(targetFor(one), change), { seed: 7, tries: 2, shrink: false })).verdict;
  } catch (thrown) {
    if (thrown instanceof SuiteCrash) return thrown.message;
    throw thrown;
  }
}

for (const [name, change] of Object.entries(hollows)) {
  test(`no property is content with a server that answers everything with an ${name}`, async () => {
    const content: string[] = [];
    for (const address of someOf([...properties.keys()], 8)) {
      const result = await outcome(address, change);
      if (result !== "differs" && result !== "untestable") content.push(`${address}: ${result}`);
    }
    assert.equal(content, []);
  });
}

test("no property crashes by values of other types", async () => {
  const all = Object.entries(mangles);
  const crashed: string[] = [];
  for (const [i, address] of someOf([...properties.keys()], 8).entries()) {
    for (const pick of [i, i + 11, i + 22]) {
      const [name, change] = all[pick % all.length]!;
      const result = await outcome(address, change);
      if (result.includes("the suite itself failed")) crashed.push(`${name}: ${result}`);
    }
  }
  assert.equal(crashed, []);
});

test("a mistake in what all answers have in common hides none of those in what a request is for", async () => {
  const only = ["messages-id.get/*", "message.shape/*", "channel_folders.create.post.text/*", "monitor/*"];
  const causesWith = async (change: AlterReply): Promise<readonly string[]> => {
    const { causes } = await check({ target: altered(embedded(), change), only, seed: 3, tries: 0, runs: 0, shrink: false });
    return causes.flatMap(({ clauses: [first = ""] }) => first);
  };
  const nameless = (message: unknown): unknown =>
    typeof message === "object" && message !== null ? { ...message, sender_full_name: "" } : message;
  const worded = await causesWith(
    bodies((body) => ({
      ...body,
      ...(body.result === "success" && { msg: "OK" }),
      ...(body.message !== undefined && { message: nameless(body.message) }),
    })),
  );
  assert.equal([...worded].sort(), ["conventions/success-envelope", "message-resource/sender-full-name"]);
  const silent = await causesWith(
    bodies((body) => {
      const { msg: _, ...rest } = body;
      if (body.result === "error" && body.code === "UNAUTHORIZED_PRINCIPAL") return { ...rest, code: "BAD_REQUEST" };
      return body.result === "error" ? rest : body;
    }),
  );
  assert.equal([...silent].sort(), ["channel_folders.create.post/code-unauthorized-principal", "conventions/error-envelope"]);
});

test.run();
