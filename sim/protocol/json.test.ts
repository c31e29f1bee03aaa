import { test } from "uvu";
import * as assert from "uvu/assert";
import { endpoints } from "../endpoints/index.ts";
import { createSimulator, Held, type Simulator, type WireResponse } from "../index.ts";
import { support } from "../server/routes.ts";
import { aNumber, anInteger, readJson } from "./json.ts";

type Parameter = readonly [route: string, who: string, name: string];

/** Returns the mistake in the form of one parameter when it is sent as this text, without its name; `taken` where there is none. */
function verdict(sim: Simulator, [route, who, name]: Parameter, text: string): string {
  const { msg, code } = sim
    .fork()
    .as(who)
    .send(route, { [name]: text }).body as { msg: string; code?: string };
  return code !== "BAD_REQUEST" || msg.startsWith("Invalid") ? "taken" : msg.replace(name, "").trim();
}

const integer = ["POST /remove_client_device", "owen", "device_id"] as const;
const boolean = ["POST /realm/domains", "owen", "allow_subdomains"] as const;
const list = ["POST /register", "alice", "event_types"] as const;
const object = ["POST /register", "alice", "client_capabilities"] as const;
const taken = "taken";
const invalid = "is not valid JSON";

/** Deeper than any reader that calls itself could follow; what is deeper still only takes longer, for every parameter there is. */
const deep = 20_000;

/** Texts, and what is wrong with them as an integer, a boolean, a list of texts and an object of booleans. */
const strictness: [string, string, string, string, string][] = [
  ["5", taken, "is not a boolean", "is not a list", "is not a dict"],
  [" 5\n", taken, "is not a boolean", "is not a list", "is not a dict"],
  ["-5", taken, "is not a boolean", "is not a list", "is not a dict"],
  ["5.0", "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ["5e0", "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ...["NaN", "Infinity", "-Infinity", " NaN "].map(
    (text) => [text, "is not an integer", "is not a boolean", "is not a list", "is not a dict"] as [string, string, string, string, string],
  ),
  ["[NaN]", "is not an integer", "is not a boolean", "[0] is not a string", "is not a dict"],
  [
    '{"notification_settings_null":NaN}',
    "is not an integer",
    "is not a boolean",
    "is not a list",
    '["notification_settings_null"] is not a boolean',
  ],
  ["0.5", "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ["1e3", "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ["1e400", "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ["9007199254740993", taken, "is not a boolean", "is not a list", "is not a dict"],
  ["9007199254740994", taken, "is not a boolean", "is not a list", "is not a dict"],
  ["[5.0]", "is not an integer", "is not a boolean", "[0] is not a string", "is not a dict"],
  [
    '{"notification_settings_null":1.0}',
    "is not an integer",
    "is not a boolean",
    "is not a list",
    '["notification_settings_null"] is not a boolean',
  ],
  ['"5"', "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ["true", "is not an integer", taken, "is not a list", "is not a dict"],
  ["false", "is not an integer", taken, "is not a list", "is not a dict"],
  ['"true"', "is not an integer", "is not a boolean", "is not a list", "is not a dict"],
  ["1", taken, "is not a boolean", "is not a list", "is not a dict"],
  ["null", "is not an integer", "is not a boolean", taken, "is not a dict"],
  ["[]", "is not an integer", "is not a boolean", taken, "is not a dict"],
  ["{}", "is not an integer", "is not a boolean", "is not a list", '["notification_settings_null"] field is missing: Field required'],
  [
    '{"__proto__":1,"notification_settings_null":true}',
    "is not an integer",
    "is not a boolean",
    "is not a list",
    '["__proto__"] is not a boolean',
  ],
  ...[
    "",
    " ",
    "True",
    "yes",
    "nan",
    "NaNNaN",
    "[NaN",
    "+Infinity",
    "05",
    "5 5",
    "+5",
    "0x5",
    "'5'",
    "[1,]",
    "[",
    "{",
    "\u0000",
    "5\u0000",
  ].map((text) => [text, invalid, invalid, invalid, invalid] as [string, string, string, string, string]),
  ["[".repeat(deep), invalid, invalid, invalid, invalid],
  [`${"[".repeat(deep)}${"]".repeat(deep)}`, "is not an integer", "is not a boolean", "[0] is not a string", "is not a dict"],
  [`["${"x".repeat(900_000)}",1.5]`, "is not an integer", "is not a boolean", "[1] is not a string", "is not a dict"],
];

test("JSON is taken to the letter", () => {
  const sim = createSimulator();
  for (const [text, ...expected] of strictness) {
    const verdicts = [integer, boolean, list, object].map((parameter) => verdict(sim, parameter, text));
    assert.equal(verdicts, expected, text.slice(0, 60));
  }
});

test("before parameters were typed a truth value is an integer, though no count", () => {
  const answers = [252, 253].map((level) => {
    const sim = createSimulator({ level });
    const send = (as: string, route: string, fields: Readonly<Record<string, unknown>>) => sim.as(as).send(route, fields).body;
    const { stream_id } = sim.channels.general!;
    const set = send("alice", "POST /user_topics", { stream_id, topic: "tea", visibility_policy: true }).msg;
    const policies = send("alice", "POST /register", { fetch_event_types: ["user_topic"] }).user_topics as Record<string, unknown>[];
    return [
      [set, policies.find(({ topic_name }) => topic_name === "tea")?.visibility_policy],
      send("owen", "POST /user_groups/create", { name: "crew", description: "", members: [true] }).msg,
      send("alice", "GET /messages", { anchor: "newest", num_before: true, num_after: 0 }).msg,
    ];
  });
  assert.equal(answers, [
    [["", 1], "Invalid user ID: 1", "Bad value for 'num_before': true"],
    [["visibility_policy is not an integer", undefined], "members[0] is not an integer", "num_before is not an integer"],
  ]);
});

test("a number is what it says, however it is written", () => {
  const written = '{"a":[2.0,1e3,-5E-1,0.0,12.50,1e22,120e-1],"b":"2.0 \\u0000 \\"1e3","c":{"\\u0000":3.0,"d":9007199254740994}}';
  assert.is(JSON.stringify(readJson(written)), JSON.stringify(JSON.parse(written)));
  const { a, c } = readJson(written) as { a: unknown[]; c: Record<string, unknown> };
  assert.equal(
    a.map((one) => aNumber(one, "")),
    [2, 1000, -0.5, 0, 12.5, 1e22, 12],
  );
  assert.throws(
    () => anInteger(a[0], "a"),
    (refusal: Error) => refusal.message === "a is not an integer",
  );
  assert.is(anInteger(c.d, "d"), 9007199254740994);
  assert.is(readJson('{"a":1.0'), undefined);
});

test("digits of a fraction beyond what can be kept are rounded off", () => {
  const read = (text: string) => aNumber(readJson(text), "at");
  assert.is(read("1795413548.013961423"), 1795413548.0139613);
  assert.is(read("-0.10000000000000000001"), -0.1);
  for (const text of ["9007199254740993", "1e400"]) assert.throws(() => read(text), /cannot be kept exactly/);
});

test("before parameters were typed NaN was no JSON", () => {
  const text = createSimulator({ level: 252 })
    .as("alice")
    .send("POST /register" as string, { event_types: "NaN" }).body.msg as string;
  assert.match(text, "is not valid JSON");
});

const hostile: readonly string[] = [
  ...strictness.map(([text]) => text),
  "-1",
  "9007199254740993",
  "-9223372036854775809",
  '["__proto__"]',
  "[null]",
  "[-1,1e3]",
  '[["is","__proto__"]]',
  '[{"operator":"__proto__","operand":"constructor"}]',
  '[{"operator":"search","operand":"((("}]',
  '[{"id":1e99,"value":[]}]',
  '{"direct_members":[1e99],"direct_subgroups":["x"]}',
  '{"constructor":{"prototype":true}}',
  '"\\ud800"',
  '["\\udfff\\u0000"]',
  "\ud800",
  "\udfff tail",
  "a\u0000b",
  "\u202e",
  "__proto__",
  "toString",
  "%",
  "%E0%A4%A",
  "\u{10ffff}".repeat(11_000),
  "(((((((((((((((((((((((((a+)+)+)+",
  "`".repeat(5000),
];

const whole = /^\{"result":"(success|error)","msg":".*\}\n$/su;

function wellFormed(answer: WireResponse | Held, what: string): void {
  if (answer instanceof Held) {
    answer.cancel();
    return;
  }
  assert.match(answer.text, whole, what);
  assert.ok(answer.text.isWellFormed(), what);
  const { body, status } = answer;
  assert.is(body.result, status === 200 ? "success" : "error", what);
  if (status !== 200) assert.is(typeof body.code, "string", what);
}

/** Values that an endpoint takes, so that a hostile one is looked at in good company. */
const company = (sim: Simulator, name: string): string | undefined =>
  ({
    type: "channel",
    to: "general",
    content: "x",
    topic: "tea",
    op: "start",
    stream_id: String(sim.channels.general!.stream_id),
    visibility_policy: "1",
    anchor: "newest",
    num_before: "1",
    num_after: "1",
    narrow: "[]",
    msg_ids: "[101]",
    name: "n",
    description: "d",
    members: "[]",
    fragment: "f",
    is_pinned: "true",
    allow_subdomains: "true",
    domain: "d.example.com",
    username: "alice@example.com",
    password: "x",
    data: "[]",
  })[name];

/** Every value; by day for each parameter every third, beginning at another one. */
const hostileTo = (place: number): readonly string[] => hostile.filter((_, i) => process.env.NIGHTLY === "1" || (i + place) % 3 === 0);

for (const [at, { route, params }] of [...endpoints, ...support].entries()) {
  test(`${route} answers every hostile value in the envelope`, () => {
    const start = createSimulator();
    const names = Object.keys(params);
    const good = Object.fromEntries(names.map((name) => [name, company(start, name)]));
    const path = route.replace("{message_id}", "102").replace(/\{\w+\}/, "1");
    for (const [i, name] of [...names, "__proto__", "constructor", ""].entries()) {
      const sim = start.fork();
      for (const text of hostileTo(at + i)) {
        const fields = Object.fromEntries([...Object.entries({ ...good, client: "x" }), [name, text]]);
        wellFormed(sim.as("owen").request(path, fields), `${name}=${text.slice(0, 60)}`);
      }
    }
  });
}

test("ids in paths may be as long as they like", () => {
  const alice = createSimulator().as("alice");
  assert.equal(
    ["0", "007", "2147483648", "9".repeat(15), "9".repeat(16), "9".repeat(5000), "%31", "1%00"].map(
      (id) => alice.send(`GET /messages/${id}`).status,
    ),
    [400, 400, 400, 400, 400, 400, 400, 404],
  );
});

test.run();
