import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { altered, bodies } from "../check/altered.test.kit.ts";
import { register } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { Outgoing, Target } from "../client/target.ts";
import { property } from "../declare/property.ts";
import type { WindowShape } from "../draw/windows.ts";
import { type Body, Untestable } from "../expect.ts";
import { embedded } from "../targets/embedded.ts";
import { runProperty } from "./properties.ts";
import type { PropertyOptions } from "./property-run.ts";

const target = embedded();

/** A server of the kind that is asked sparingly. */
const live: Target = { ...altered(target, (reply) => reply), kind: "live", isolated: () => live };

/** A property of numbers, the numbers it was run with, and its examples. */
function numbers(look: (session: Session, n: number) => void, examples: readonly { n: number }[] = []) {
  const tried: number[] = [];
  const made = property<{ n: number }>({
    clause: "errors/body",
    given: { n: fc.integer({ min: 0, max: 1_000_000 }) },
    examples,
    holds: async (session, { n }) => {
      tried.push(n);
      await session.as.alice.send("GET /realm/linkifiers");
      look(session, n);
    },
  });
  return {
    made,
    tried,
    run: (options: Partial<PropertyOptions> = {}, on: Target = target) => runProperty("made/up", made, on, { seed: 4, ...options }),
  };
}

const below = (bound: number) => (session: Session, n: number) => session.expect.holds(n < bound, `${n} is too much`);

test("a property that draws runs on its examples first, then on as many drawn values as it is told", async () => {
  const { tried, run } = numbers(below(Number.POSITIVE_INFINITY), [{ n: 7 }, { n: 60 }]);
  const { verdict, runs } = await run({ tries: 5 });
  assert.equal([verdict, runs], ["agrees", 7]);
  assert.equal(tried.slice(0, 2), [7, 60]);
  assert.is(new Set(tried).size, 7);
});

test("without a number and examples there are 8 runs in this process and 3 on a live server", async () => {
  assert.is((await numbers(below(Number.POSITIVE_INFINITY)).run()).runs, 8);
  assert.is((await numbers(below(Number.POSITIVE_INFINITY)).run({}, live)).runs, 3);
});

test("beside examples two values are drawn in this process and one on a live server, unless more are asked for", async () => {
  const tried = async (examples: readonly { n: number }[], options: Partial<PropertyOptions> = {}, on = live): Promise<number[]> => {
    const found = numbers(below(Number.POSITIVE_INFINITY), examples);
    await found.run(options, on);
    return found.tried;
  };
  assert.is((await tried([{ n: 7 }], {}, target)).length, 3);
  assert.is((await tried([{ n: 7 }])).length, 2);
  assert.is((await tried([{ n: 7 }, { n: 8 }, { n: 9 }])).length, 4);
  assert.is((await tried([{ n: 7 }, { n: 8 }], { tries: 3 })).length, 5);
});

test("a value that is drawn again is not run again", async () => {
  const tried: boolean[] = [];
  const few = property<{ is: boolean }>({
    clause: "errors/body",
    given: { is: fc.boolean() },
    examples: [{ is: true }],
    holds: async ({ as, expect }, { is }) => {
      tried.push(is);
      expect.succeeded(await as.alice.send("GET /realm/linkifiers"));
    },
  });
  const { verdict, runs } = await runProperty("made/few", few, target, { seed: 4 });
  assert.equal([verdict, runs, tried], ["agrees", 2, [true, false]]);
});

test("equal seeds draw equal values, other seeds others, and so do other addresses", async () => {
  const [one, two] = [numbers(below(Number.POSITIVE_INFINITY)), numbers(below(Number.POSITIVE_INFINITY))];
  await one.run({ tries: 5 });
  await two.run({ tries: 5 });
  assert.equal(one.tried, two.tried);
  await two.run({ tries: 5, seed: 5 });
  await runProperty("made/other", two.made, target, { seed: 4, tries: 5 });
  const [, second, third] = [0, 5, 10].map((at) => two.tried.slice(at, at + 5));
  assert.not.equal(second, one.tried);
  assert.not.equal(third, one.tried);
});

test("a value that differs is made as plain as it gets, and the reason is that of the plainest", async () => {
  const { verdict, given, reason, path, seen } = await numbers(below(100)).run();
  assert.equal([verdict, given, reason], ["differs", { n: 100 }, "100 is too much"]);
  assert.match(path!, /^\d+(:\d+)+$/);
  assert.is(seen!.length, 1);
});

test("the path leads to the plainest value again, in one run", async () => {
  const { path } = await numbers(below(100)).run();
  const again = numbers(below(100));
  const { given } = await again.run({ path: path! });
  assert.equal([given, again.tried], [{ n: 100 }, [100]]);
});

test("without shrinking the value is told as it was drawn", async () => {
  const { tried, run } = numbers(below(100));
  const { given } = await run({ shrink: false });
  assert.equal(given, { n: tried.at(-1) });
});

test("a live server is asked at most 30 times more for a plainer value, and once whether it shows again", async () => {
  const { tried, run } = numbers((session, n) => session.expect.holds(n < 100 || n % 2 === 1, "an even number"));
  const { verdict, runs } = await run({ tries: 50 }, live);
  assert.is(verdict, "differs");
  assert.ok(tried.length <= runs! + 31, String(tried.length));
});

test("examples behind one that differs are run too: what they show by another cause has exchanges of its own", async () => {
  const wrong = (session: Session, n: number): void => {
    session.expect.holds(n !== 2 && n !== 3, `${n} is refused`, "errors/code");
    session.expect.holds(n !== 4, `${n} is taken`, "errors/message");
  };
  const { tried, run } = numbers(
    wrong,
    [1, 2, 3, 4, 5].map((n) => ({ n })),
  );
  const { causes, given, others } = await run({ tries: 0, shrink: false });
  assert.equal([given, causes?.map(({ clause }) => clause)], [{ n: 2 }, ["errors/code"]]);
  assert.equal(tried, [1, 2, 3, 4, 5]);
  assert.equal(
    others?.map(({ given: other, causes: own, seen }) => [other, own?.map(({ clause }) => clause), seen?.length]),
    [[{ n: 4 }, ["errors/message"], 1]],
  );
  const first = numbers((session, n) => session.expect.holds(n !== 9, "once only", n === 9 ? "errors/code" : undefined));
  assert.is((await first.run({ shrink: false })).others, undefined);
});

test("examples that fail checks of several clauses of the property, by which nothing tells them apart, are one cause", async () => {
  const clauses = ["errors/message-missing", "errors/unknown-queue", "errors/deleted-queue"];
  const made = property<{ n: number }>({
    clause: clauses,
    given: { n: fc.nat(3) },
    examples: [1, 2, 3].map((n) => ({ n })),
    holds: async (session, { n }) => {
      await session.as.alice.send("GET /realm/linkifiers");
      session.expect.against(clauses[n % 3]!).holds(false, `${n} is taken`);
    },
  });
  const { causes, others } = await runProperty("made/up", made, target, { seed: 4, tries: 0, shrink: false });
  assert.equal(
    causes?.map(({ clause }) => clause),
    ["errors/unknown-queue"],
  );
  assert.is(others, undefined);
});

test("a message to oneself that ends the reading of a queue and does not come, or comes with its id as text, is told as that", async () => {
  const address = "typing.post/people";
  type Told = { readonly type: string; readonly message?: Body };
  const firstOn = async (change: (event: Told) => Told | undefined): Promise<string | undefined> => {
    const changed = altered(
      target,
      bodies((body) =>
        Array.isArray(body.events) ? { ...body, events: (body.events as Told[]).flatMap((event) => change(event) ?? []) } : body,
      ),
    );
    return (await runProperty(address, properties.get(address)!, changed, { seed: 4, tries: 0, shrink: false })).clauses[0];
  };
  assert.is(await firstOn((event) => (event.type === "message" ? undefined : event)), "events/message-told");
  const asText = ({ message, ...event }: Told): Told => ({ ...event, ...(message && { message: { ...message, id: String(message.id) } }) });
  assert.is(await firstOn(asText), "message-resource/id");
});

test("on a live server what an example behind one that differs shows once only is not told", async () => {
  let left = 1;
  const wrong = (session: Session, n: number): void => {
    session.expect.holds(n !== 1, "always", "errors/code");
    session.expect.holds(n !== 2 || left-- !== 1, "once only", "errors/message");
  };
  const examples = [{ n: 1 }, { n: 2 }];
  assert.is((await numbers(wrong, examples).run({ tries: 0, shrink: false }, live)).others, undefined);
});

test("what does not show again on a live server is unsteady, no cause, and says what came then", async () => {
  let left = 1;
  const once = numbers((session) => session.expect.holds(left-- !== 1, "once only"));
  const { verdict, reason, again, causes } = await once.run({}, live);
  assert.equal([verdict, reason, again, causes], ["unsteady", "once only", "it agreed", undefined]);
});

test("what a live server takes once by mistake, and has then, differs where another value shows it", async () => {
  const taken = new Set<number>();
  const first = numbers((session, n) => {
    const isNew = !taken.has(n);
    taken.add(n);
    session.expect.holds(!isNew, `${n} is taken`);
  });
  const { verdict, again } = await first.run({ shrink: false, tries: 1 }, live);
  assert.equal([verdict, again], ["differs", undefined]);
});

test("what shows in two of three runs on a live server differs", async () => {
  const shown = [true, false, true];
  const often = numbers((session) => session.expect.holds(shown.shift() !== true, "now and then"));
  const { verdict, again } = await often.run({ shrink: false }, live);
  assert.equal([verdict, again], ["differs", undefined]);
});

test("a run that cannot be tried takes nothing from those that can; where none can, the first reason is told", async () => {
  const some = numbers((session, n) => {
    if (n % 2 === 0) throw new Untestable("even numbers cannot be tried");
    session.expect.holds(true, "");
  });
  assert.is((await some.run({ tries: 20 })).verdict, "agrees");
  const none = numbers(() => {
    throw new Untestable("no luck");
  });
  const { verdict, reason } = await none.run({ tries: 3 });
  assert.equal([verdict, reason], ["untestable", "no luck"]);
});

test("where no value can be tried for one reason, a live server is asked for eight more; where reasons differ, until one can be", async () => {
  const untried = async (why: (n: number) => string | undefined): Promise<number | undefined> => {
    const { run } = numbers((_, n) => {
      const reason = why(n);
      if (reason !== undefined) throw new Untestable(reason);
    });
    return (await run({}, live)).runs;
  };
  assert.is(await untried(() => "there is no such channel"), 3 + 8);
  assert.is(await untried((n) => `there is no ${n}`), 3 + 40);
});

test("no run begins when the time is up, but the first does", async () => {
  const { tried, run } = numbers(below(Number.POSITIVE_INFINITY));
  assert.is((await run({ hasTime: () => tried.length < 3 })).runs, 3);
  assert.is((await numbers(below(Number.POSITIVE_INFINITY)).run({ hasTime: () => false })).runs, 1);
});

test("a property that draws nothing runs once", async () => {
  let runs = 0;
  const once = property({
    clause: "errors/body",
    once: "made up",
    holds: async ({ as, expect }) => {
      runs++;
      expect.succeeded(await as.alice.send("GET /realm/linkifiers"));
    },
  });
  const { verdict, given } = await runProperty("made/up", once, target, { seed: 1 });
  assert.equal([verdict, given, runs], ["agrees", undefined, 1]);
});

test("a negative anchor is tried whatever is drawn: what reads it as another differs, and a server that refuses it is not accused", async () => {
  const window = properties.get("messages.get.windows/window")!;
  const isNegative = ({ method, path, fields }: Outgoing): boolean => method === "GET" && path === "/messages" && Number(fields.anchor) < 0;
  const sending = (inner: Target, send: Target["send"]): Target => ({
    ...altered(inner, (reply) => reply),
    send,
    isolated: () => sending(inner, send),
  });
  const fresh = embedded().isolated();
  const asNewest = sending(fresh, (request) =>
    fresh.send(isNegative(request) ? { ...request, fields: { ...request.fields, anchor: "newest" } } : request),
  );
  const wrong = await runProperty("messages.get/window", window, asNewest, { seed: 4, tries: 0, shrink: false });
  const anchors = (wrong.given as { windows: readonly WindowShape[] }).windows.map(({ anchor }) => anchor);
  assert.equal([wrong.verdict, anchors], ["differs", [{ kind: "negative" }]]);
  const refusal = { status: 400, headers: {}, body: { result: "error", msg: "No message has such an id.", code: "BAD_REQUEST" } };
  const refuses = sending(fresh, async (request) => (isNegative(request) ? refusal : fresh.send(request)));
  const stranger: Target = { ...refuses, kind: "live", steering: undefined, isolated: () => stranger };
  const { verdict, reason } = await runProperty("messages.get/window", window, stranger, { seed: 4, tries: 0 });
  assert.is(verdict, "agrees", reason);
});

test("what a run takes back behind the check that failed, or behind the choice that was seen, is no evidence", async () => {
  const back = async ({ as }: Session): Promise<void> => void (await as.alice.send("GET /users/me"));
  const asks = async ({ as }: Session): Promise<void> => void (await as.alice.send("GET /realm/linkifiers"));
  const failing = property({
    clause: "errors/body",
    holds: async (session) => {
      await asks(session);
      try {
        session.expect.holds(false, "wrong");
      } finally {
        await back(session);
      }
    },
  });
  const choosing = property({
    clause: "messages.get/anchor-optional",
    holds: async (session) => {
      await asks(session);
      session.chooses("anchorRequired", "observed");
      await back(session);
    },
  });
  // A second check fails while the first one takes back what it did.
  const twice = property({
    clause: "errors/body",
    holds: async (session) => {
      await asks(session);
      try {
        session.expect.holds(false, "wrong");
      } finally {
        await back(session);
        assert.throws(() => session.expect.holds(false, "wrong, too"));
      }
    },
  });
  for (const each of [failing, choosing, twice]) {
    const { verdict, seen } = await runProperty("made/up", each, target, { seed: 1 });
    assert.is(verdict, "differs");
    assert.equal(
      seen?.map(({ path }) => path),
      ["/realm/linkifiers"],
    );
  }
});

test("what a run takes back before the check that fails is no evidence either", async () => {
  const made = property({
    clause: "errors/body",
    holds: async (session) => {
      await session.as.alice.send("GET /realm/linkifiers");
      await session.aside(() => session.as.alice.send("GET /users/me"));
      session.expect.holds(false, "wrong");
    },
  });
  const { seen } = await runProperty("made/up", made, target, { seed: 4 });
  assert.equal(
    seen?.map(({ path }) => path),
    ["/realm/linkifiers"],
  );
});

test("of a registration stands what the run looked at", async () => {
  const made = property({
    clause: "errors/body",
    holds: async (session) => {
      const state = await register(session.as.alice, ["realm"]);
      session.expect.same(session.told(state, "max_topic_length"), 0, "the bound");
    },
  });
  const { seen } = await runProperty("made/up", made, target, { seed: 1 });
  assert.equal(seen?.at(-1)?.read, ["max_topic_length"]);
});

test.run();
