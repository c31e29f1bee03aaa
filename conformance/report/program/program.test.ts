import { test } from "uvu";
import * as assert from "uvu/assert";
import { instead, type Target } from "../../client/target.ts";
import type { Counterexample } from "../../run/counterexample.ts";
import { embedded } from "../../targets/embedded.ts";
import { languages, programOf } from "./index.ts";
import { placeText } from "./program.ts";

/** A target that is held to the text alone. */
const open = (): Target => instead(embedded() as Target, { kind: "live", url: "http://127.0.0.1:1", brand: "service" });

const request = { as: "bob", method: "POST", path: "/typing", fields: { type: "private", op: "start", to: [1] } };

/** A run whose only request is to be refused. */
const taken = (differences: Counterexample["differences"]): Counterexample => ({
  acts: [
    { kind: "request", request, reply: { status: 200, headers: {}, body: { result: "success", msg: "" } } as never, told: "bob types" },
  ],
  expected: { status: 400, body: { result: "error", msg: "no", code: "BAD_REQUEST" } },
  ...{ differences, mark: "mark", known: false },
  there: () => undefined,
});

const checksOf = (target: Target, run: Counterexample) =>
  programOf(target, run, { title: "a test", url: "http://127.0.0.1:1" }).checks.map(
    ({ place, must }) => `${placeText(place)} must ${must}`,
  );

test("a server that is held to the text alone may refuse with whatever code and status", () => {
  const differences = [
    { path: "result", expected: "error", actual: "success" },
    { path: "code", expected: "BAD_REQUEST", actual: undefined },
  ];
  assert.equal(checksOf(open(), taken(differences)), ["result must be"]);
  assert.equal(checksOf(embedded(), taken(differences)), ["result must be", "code must be"]);
  assert.equal(checksOf(open(), taken([])), ["result must be", "msg must be of the type", "code must be of the type"]);
  const lacking = [{ path: "code", expected: "BAD_REQUEST", actual: undefined }];
  assert.equal(checksOf(open(), taken(lacking)), ["code must be of the type"]);
});

test("an id that no earlier answer has is not looked for, since another server may give it to what the program makes", () => {
  const events = [{ type: "message", id: 0, message: { id: 126, content: "hello" } }];
  const run: Counterexample = {
    ...taken([]),
    acts: [
      {
        kind: "request",
        request: { as: "bob", method: "GET", path: "/events", fields: {} },
        reply: { status: 200, headers: {}, body: { result: "success", msg: "", events } } as never,
        told: "bob polls",
      },
    ],
  };
  const ofId = { path: "events[0].message.id", expected: 130, actual: 126 };
  const ofContent = { path: "events[0].message.content", expected: "hell", actual: "hello" };
  assert.throws(() => checksOf(embedded(), { ...run, differences: [ofId] }), /no earlier answer has the message 126/);
  assert.equal(checksOf(embedded(), { ...run, known: true, differences: [ofId, ofContent] }), [
    "events.0.message.id must be",
    "events.0.message.content must be",
  ]);
  assert.equal(checksOf(embedded(), { ...run, differences: [ofId, { ...ofContent, path: "events[0].type", actual: "message" }] }), [
    "events.0.type must be",
  ]);
});

test("a null that has to be there is not taken for there where the field is missing", () => {
  const reply = { status: 200, headers: {}, body: { result: "success", msg: "", icon: "x" } } as never;
  const run = {
    ...taken([{ path: "icon", expected: null, actual: "x" }]),
    acts: [{ kind: "request", request, reply, told: "bob types" }],
  } as const;
  const program = languages.curl(programOf(embedded(), run, { title: "a test", url: "http://127.0.0.1:1" }));
  assert.match(program, '(. | has("icon")) and (.["icon"]?) == $wanted');
});

test("a program in Python says what it needs", () => {
  const program = programOf(open(), taken([{ path: "result", expected: "error", actual: "success" }]), {
    title: "a test",
    url: "http://x",
  });
  assert.match(languages.python(program), /^# Needs: pip install requests$/m);
});

test("a program puts back what it changed before it checks, and says what it leaves", () => {
  const back = { as: "owen", method: "PATCH", path: "/realm", fields: { message_content_delete_limit_seconds: 600 } };
  const program = programOf(open(), taken([{ path: "result", expected: "error", actual: "success" }]), {
    ...{ title: "a test", url: "http://x", left: ["set the colour back"] },
    undoes: [{ kind: "request", request: back, reply: undefined, told: "to leave it as it was" }],
  });
  for (const language of ["curl", "fetch", "python", "go"] as const) {
    const text = languages[language](program);
    assert.match(text, "nobody knows what was there before: set the colour back");
    assert.match(text, /OWEN=email:key/);
    const [changes, checks] = [text.indexOf("message_content_delete_limit_seconds"), text.search(/^\t?check\W.*result/m)];
    assert.ok(changes !== -1 && changes < checks, `${language}: ${changes} ${checks}`);
  }
});

test("what the run made is picked from its list, and a list in whatever order is not what it was", () => {
  const asked = (path: string, body: object): Counterexample["acts"][number] => ({
    kind: "request",
    request: { as: "dana", method: "POST", path, fields: {} },
    reply: { status: 200, headers: {}, body: { result: "success", msg: "", ...body } } as never,
    told: "dana asks",
  });
  const groups = [7, 8, 9].map((id) => ({ id, name: `g${id}`, members: [12] }));
  const acts = [asked("/user_groups/create", { group_id: 9 }), asked("/register", { realm_user_groups: groups })];
  const checksAt = (index: number): string[] => {
    const path = `realm_user_groups[${index}].members`;
    const differences = [{ path, expected: [12, 13], actual: [12], isUnordered: true }] as Counterexample["differences"];
    return checksOf(embedded(), { ...taken([]), acts, differences });
  };
  assert.equal(checksAt(2), ["realm_user_groups.[id=group1].members must not be"]);
  assert.equal(checksAt(0), ["realm_user_groups.0.members must not be"]);
});

test.run();
