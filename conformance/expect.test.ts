import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Reply } from "./client/target.ts";
import { at, type Body, Differs, Expect, isEqual, jsonText, prepared, Unprepared, Untestable } from "./expect.ts";

const reply = (status: number, body: Body): Reply => ({ status, headers: {}, body });
const success = (body: Body = {}): Reply => reply(200, { result: "success", msg: "", ...body });
const refusal = (body: Body = {}): Reply => reply(400, { result: "error", msg: "No", code: "BAD_REQUEST", ...body });

type Look = (expect: Omit<Expect, "each" | "accepted" | "count">) => unknown;

/** By check: what passes, with how many looks, and what fails, with the sentence that it says. */
const looks: readonly (readonly [name: string, passes: Look, count: number, fails: Look, sentence: string])[] = [
  ["holds", (e) => e.holds(true, "never"), 1, (e) => e.holds(false, "it does not hold"), "it does not hold"],
  ["same", (e) => e.same({ a: 1, b: [2] }, { b: [2], a: 1 }, "x"), 1, (e) => e.same([1], [2], "the list"), "the list is [1], not [2]"],
  [
    "same of long values, in words that end with a comma",
    (e) => e.same([1], [1], "x"),
    1,
    (e) => e.same(["x".repeat(500), 1], ["x".repeat(500), 2], "the ids, sorted,"),
    "the ids, sorted, at [1], is 1, not 2",
  ],
  [
    "sameSet",
    (e) => e.sameSet([2, 1, 2], [1, 2, 2], "x"),
    2,
    (e) => e.sameSet([1, 1, 2], [1, 2, 2], "the ids"),
    'the ids, sorted, is ["1","1","2"], not ["1","2","2"]',
  ],
  ["sameSet of no list", (e) => e.sameSet([], [], "x"), 2, (e) => e.sameSet("12", [1, 2], "the ids"), 'the ids is "12", not array'],
  [
    "typed",
    (e) => e.typed(null, "string or null", "x"),
    1,
    (e) => e.typed(1, "string or null", "the url"),
    "the url is 1, not string or null",
  ],
  ["typed of a list", (e) => e.typed([], "array", "x"), 1, (e) => e.typed([], "object", "the map"), "the map is [], not object"],
  ["present", (e) => e.present(0, "x"), 1, (e) => e.present(null, "the id"), "the id is not there"],
  ["text", (e) => e.text("", "x"), 1, (e) => e.text(undefined, "the name"), "the name is nothing, not string"],
  ["integer", (e) => e.integer(-3, "x"), 1, (e) => e.integer(1.5, "the id"), "the id is 1.5, not integer"],
  ["object", (e) => e.object({}, "x"), 1, (e) => e.object(null, "the message"), "the message is null, not object"],
  ["list", (e) => e.list([1], "x"), 1, (e) => e.list({}, "the ids"), "the ids is {}, not array"],
  ["objects", (e) => e.objects([{}, {}], "x"), 3, (e) => e.objects([{}, 1], "the messages"), "an item of the messages is 1, not object"],
  ["first", (e) => e.first([1, 2], "x"), 1, (e) => e.first([], "a message"), "a message is not there"],
  [
    "succeeded",
    (e) => e.succeeded(success({ id: 1 })),
    1,
    (e) => e.succeeded(refusal(), "sending"),
    'sending answers 400 {"result":"error","msg":"No","code":"BAD_REQUEST"}, not a success',
  ],
  [
    "refused",
    (e) => e.refused(refusal({ code: "X", stream: "a" }), "X", { stream: "a" }),
    4,
    (e) => e.refused(refusal(), "X", {}, "sending"),
    'sending is refused with the code "BAD_REQUEST", not X',
  ],
  [
    "declined",
    (e) => e.declined(refusal({ any: 1 })),
    1,
    (e) => e.declined(success(), "sending"),
    'sending answers 200 {"result":"success","msg":""}, not a refusal',
  ],
  [
    "explained",
    (e) => e.explained(refusal({ any: 1 }), "sending"),
    3,
    (e) => e.explained(refusal({ msg: "" }), "sending"),
    'sending is refused with the msg ""',
  ],
];

/** Returns what a call throws; undefined where it returns. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

for (const [name, passes, count, fails, sentence] of looks) {
  test(`${name} counts, and throws Differs with its sentence`, () => {
    const expect = new Expect();
    assert.is(expect.count, 0);
    passes(expect);
    assert.is(expect.count, count);
    const thrown = thrownBy(() => fails(expect));
    assert.instance(thrown, Differs);
    assert.is((thrown as Differs).message, sentence);
    assert.ok(expect.count > count, "what fails counts too");
  });

  test(`${name} of a preparation throws Unprepared with the same sentence`, () => {
    passes(prepared);
    const thrown = thrownBy(() => fails(prepared));
    assert.instance(thrown, Unprepared);
    assert.instance(thrown, Untestable);
    assert.is((thrown as Unprepared).message, sentence);
  });
}

/** Asserts that a call throws Differs with a sentence. */
function differs(call: (expect: Expect) => unknown, sentence: string): void {
  const thrown = thrownBy(() => call(new Expect()));
  assert.instance(thrown, Differs);
  assert.is((thrown as Differs).message, sentence);
}

test("what is looked at is returned", () => {
  const expect = new Expect();
  const [list, body] = [[{ a: 1 }], { id: 1 }];
  assert.is(expect.present(0, "x"), 0);
  assert.is(expect.text("a", "x"), "a");
  assert.is(expect.integer(7, "x"), 7);
  assert.is(expect.object(body, "x"), body);
  assert.is(expect.list(list, "x"), list);
  assert.is(expect.objects(list, "x"), list);
  assert.is(expect.first(list, "x"), list[0]);
  assert.is(expect.succeeded(success(body)).id, 1);
  assert.is(expect.refused(refusal({ queue_id: "q" }), "BAD_REQUEST", { queue_id: "q" }).queue_id, "q");
  assert.is(expect.declined(refusal()).code, "BAD_REQUEST");
});

test("a success has status 200 and the result success; its msg is looked at elsewhere", () => {
  const ofEnvelope = " in the envelope, which has the status 200";
  const sentence = (status: number, body: string) => `the request answers ${status} ${body}, not a success${ofEnvelope}`;
  differs((e) => e.succeeded(reply(201, { result: "success", msg: "" })), sentence(201, '{"result":"success","msg":""}'));
  differs((e) => e.succeeded(reply(200, {})), sentence(200, "{}"));
  assert.is(new Expect().succeeded(success({ msg: "OK", id: 1 })).id, 1);
});

test("of an answer that is no JSON object it is said how it begins", () => {
  const html = { ...reply(200, {}), text: "<html>\n <body>It works" };
  differs((e) => e.succeeded(html), "the request answers 200 <html> <body>It works, which is no JSON object");
  differs((e) => e.declined(html), "the request answers 200 <html> <body>It works, which is no JSON object");
  const long = { ...html, text: "x".repeat(500) };
  differs((e) => e.succeeded(long), `the request answers 200 ${"x".repeat(80)}…, which is no JSON object`);
  differs((e) => e.declined({ ...html, text: " {}" }), "the request answers 200 {}, not a refusal");
});

test("a bare success has no return value of any endpoint; fields of newer servers pass", () => {
  const expect = new Expect();
  expect.bare(success({ ignored_parameters_unsupported: ["x"], brand_new: 1 }));
  assert.ok(expect.count > 1);
  differs((e) => e.bare(success({ id: 1 }), "typing"), "the answer to typing is to be the envelope alone, and has the field id");
  differs((e) => e.bare(refusal(), "typing"), `typing answers 400 ${jsonText(refusal().body)}, not a success`);
});

test("a refusal has its code, its extra fields with their values, and no further ones but the list of what was ignored", () => {
  const expect = new Expect();
  expect.refused(refusal({ code: "X", stream: "a", ignored_parameters_unsupported: ["b"] }), "X", { stream: "a" });
  differs(
    (e) => e.refused(refusal({ stream: "a" }), "BAD_REQUEST", {}, "sending"),
    "the refusal of sending has the field stream, which BAD_REQUEST does not carry",
  );
  differs(
    (e) => e.refused(refusal({ code: "X" }), "X", { stream: "a" }, "sending"),
    'the field stream of the refusal of sending is nothing, not "a"',
  );
  differs(
    (e) => e.refused(refusal({ code: "X", stream: "b" }), "X", { stream: "a" }, "sending"),
    'the field stream of the refusal of sending is "b", not "a"',
  );
  differs((e) => e.refused(success(), "X"), `the request answers 200 ${jsonText(success().body)}, not a refusal`);
});

test("a refusal of any code has a status of 4xx and the result error; one that explains itself has a msg and a code", () => {
  differs((e) => e.declined(reply(500, refusal().body)), `the request answers 500 ${jsonText(refusal().body)}, not a refusal`);
  differs((e) => e.declined(reply(200, refusal().body)), `the request answers 200 ${jsonText(refusal().body)}, not a refusal`);
  differs((e) => e.explained(refusal({ msg: "" }), "sending"), 'sending is refused with the msg ""');
  differs((e) => e.explained(refusal({ msg: 3 }), "sending"), "sending is refused with the msg 3");
  differs((e) => e.explained(refusal({ code: undefined }), "sending"), "sending is refused with the code nothing");
  differs((e) => e.explained(refusal({ code: "" }), "sending"), 'sending is refused with the code ""');
});

test("a refusal for a missing parameter names it where a name is asked for", () => {
  const missing = (var_name?: string) => refusal({ code: "REQUEST_VARIABLE_MISSING", var_name });
  new Expect().declined(missing("to"), "sending", "to");
  new Expect().declined(missing("any"), "sending");
  new Expect().declined(refusal(), "sending", "to");
  differs((e) => e.declined(missing("type"), "sending", "to"), 'the var_name of the refusal of sending is "type", not "to"');
});

test("a missing parameter is refused in general, or by its name", () => {
  const expect = new Expect();
  expect.missing(refusal(), "name");
  expect.missing(refusal({ code: "REQUEST_VARIABLE_MISSING", var_name: "name" }), "name");
  assert.ok(expect.count > 1);
  differs(
    (e) => e.missing(refusal({ code: "REQUEST_VARIABLE_MISSING", var_name: "other" }), "name"),
    'the var_name of the refusal of a request without name is "other", not "name"',
  );
  differs(
    (e) => e.missing(refusal({ code: "BAD_NARROW" }), "name", "a search"),
    'a search is refused with the code "BAD_NARROW", not BAD_REQUEST',
  );
  differs(
    (e) => e.missing(refusal({ var_name: "name" }), "name", "a search"),
    "the refusal of a search has the field var_name, which BAD_REQUEST does not carry",
  );
});

test("what is credential in an answer is not repeated in a sentence", () => {
  const leak = success({ api_key: "hunter2", user: { password: "hunter2" } });
  const thrown = thrownBy(() => new Expect().declined(leak, "a login")) as Differs;
  assert.not.match(thrown.message, "hunter2");
  assert.match(thrown.message, '"api_key":"(hidden)"');
});

test("each looks at every item with its place; over nothing it is untestable, not a difference", () => {
  const expect = new Expect();
  const seen: unknown[] = [];
  expect.each(new Set(["a", "b"]), "letter", (item, i) => {
    expect.text(item, "a letter");
    seen.push([item, i]);
  });
  assert.equal(seen, [
    ["a", 0],
    ["b", 1],
  ]);
  assert.is(expect.count, 2);
  differs((e) => e.each([1, -1], "number", (n) => e.holds(n > 0, `${n} is negative`)), "-1 is negative");
  const nothing = thrownBy(() => expect.each([], "folder", () => expect.holds(false, "never")));
  assert.instance(nothing, Untestable);
  assert.not.instance(nothing, Unprepared);
  assert.is((nothing as Untestable).message, "nothing to look at: there is no folder");
  assert.is(expect.count, 2);
});

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.unreachable(),
    (thrown: unknown) => thrown,
  );

test("accepted returns what a verb returns, and counts", async () => {
  const expect = new Expect();
  assert.is(await expect.accepted(Promise.resolve(7)), 7);
  assert.is(expect.count, 1);
});

test("accepted takes a refused preparation for a difference, and nothing else", async () => {
  const expect = new Expect();
  const thrown = await rejection(expect.accepted(Promise.reject(new Unprepared("POST /messages answers 400"))));
  assert.instance(thrown, Differs);
  assert.is((thrown as Differs).message, "POST /messages answers 400");
  for (const other of [new Untestable("the cast has no bob"), new Differs("seen"), new TypeError("a fault")])
    assert.is(await rejection(expect.accepted(Promise.reject(other))), other);
});

test("values are equal as JSON: in any order of keys, and a key without value is absent", () => {
  const equal: [unknown, unknown][] = [
    [
      { a: 1, b: { c: [1] } },
      { b: { c: [1] }, a: 1 },
    ],
    [{ a: undefined }, {}],
    [Number.NaN, Number.NaN],
    [null, null],
  ];
  for (const [one, other] of equal) assert.ok(isEqual(one, other), jsonText([one, other]));
  const unequal: [unknown, unknown][] = [
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [[], {}],
    [1, "1"],
    [null, {}],
    [undefined, null],
  ];
  for (const [one, other] of unequal) assert.not.ok(isEqual(one, other) || isEqual(other, one), jsonText([one, other]));
});

test("a path that is not there leads to undefined, whatever stands on its way", () => {
  const value = { message: { flags: ["read"], subject: null } };
  assert.is(at(value, "message", "flags", 0), "read");
  assert.is(at(value, "message", "subject"), null);
  for (const path of [["message", "flags", 1], ["message", "subject", "x"], ["toString"], ["message", "flags", "map"]])
    assert.is(at(value, ...path), undefined);
  for (const odd of [undefined, null, 7, "text", []]) assert.is(at(odd, "message", 0), undefined);
});

test("a long value is cut in sentences", () => {
  assert.is(jsonText("x".repeat(500)), `"${"x".repeat(399)}…`);
  assert.is(jsonText(undefined), "nothing");
});

test("checks of one clause say that it is broken, unless one says of another, and count like all", async () => {
  const expect = new Expect();
  const own = expect.against("a/own");
  own.same(1, 1, "x");
  assert.is(expect.count, 1);
  const clauseOf = (look: () => unknown): unknown => {
    try {
      look();
    } catch (thrown) {
      return (thrown as Differs).clause;
    }
    return "nothing thrown";
  };
  assert.is(
    clauseOf(() => own.sameSet([1], [2], "x")),
    "a/own",
  );
  assert.is(
    clauseOf(() => own.refused(success(), "BAD_REQUEST")),
    "a/own",
  );
  assert.is(
    clauseOf(() => own.same(1, 2, "x", "a/other")),
    "a/other",
  );
  assert.is(
    clauseOf(() => own.explained(reply(400, { result: "error" }), "sending")),
    "conventions/error-envelope",
  );
  assert.is(
    clauseOf(() => expect.same(1, 2, "x")),
    undefined,
  );
  const refused = expect.accepted(Promise.reject(new Unprepared("it is refused")), "a/own");
  assert.is(await refused.catch((thrown: Differs) => thrown.clause), "a/own");
});

test("of long values that differ the first parts that do are told, with their place, and no credentials", () => {
  const text = "a".repeat(500);
  const group = (id: number, members: readonly number[]) => ({ description: text, id, members });
  const groups = [group(1, [1]), group(2, [1, 2])];
  differs(
    (e) => e.same([group(1, [1]), group(2, [2, 2])], groups, "what can be read"),
    "what can be read, at [1].members, is [2,2], not [1,2]",
  );
  differs((e) => e.same(groups.slice(0, 1), [...groups.slice(0, 1), 7], "what can be read"), "what can be read, at [1]…, is [], not [7]");
  differs((e) => e.same({ text, id: 1 }, { text }, "a record"), "a record, at id, is 1, not nothing");
  let said = "";
  try {
    new Expect().same({ text, api_key: "one" }, { text, api_key: "two" }, "a login");
  } catch (thrown) {
    said = String(thrown);
  }
  assert.match(said, "a login is ");
  assert.not.match(said, /one|two/);
});

test.run();
