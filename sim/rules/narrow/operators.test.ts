import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../simulator.ts";

/** Una reads; each message is called by its content. */
const realm = {
  users: {
    una: { alert_words: ["alarm"] },
    vic: {},
    wes: { active: false },
    robo: { bot: { owner: "una" }, email: "robo-bot@example.com" },
    hid: { settings: { email_address_visibility: 4 } },
  },
  groups: { pair: { members: ["una", "vic"] } },
  channels: { P: { subscribers: ["una", "vic"] }, "2024": { subscribers: ["una", "vic"] } },
  messages: [
    { from: "vic", to: "P", topic: "Lunch", content: "p1 https://example.com", at: "-6h" },
    { from: "una", to: "P", topic: "lunch", content: "p2 @**Vic** hello", starred_by: ["una"] },
    { from: "vic", to: "P", topic: "lùnch", content: "p3 @**all**", unread_by: ["una"] },
    { from: "vic", to: "P", topic: "", content: "p4 @*pair*", reactions: [{ by: "una", emoji: "tada" }] },
    { from: "robo", to: "2024", topic: "✔ lunch", content: "y1 @_**Una** alarm" },
    { from: "vic", to: "2024", topic: "✔lunch", content: "y2 @**topic**" },
    { from: "vic", to: ["una"], content: "d1 @**Una**", unread_by: ["una"] },
    { from: "wes", to: ["una", "vic"], content: "d2" },
    { from: "una", to: ["una"], content: "d3" },
    { from: "una", to: ["wes"], content: "d4" },
    { from: "hid", to: ["una"], content: "d5" },
  ],
};

type Operand = string | number | readonly number[];
type Term = readonly [operator: string, operand: Operand];

const every = "p1 p2 p3 p4 y1 y2 d1 d2 d3 d4 d5";

/** Terms whose operators start with a minus are negated. */
const spelled = (terms: readonly Term[]) =>
  terms.map(([operator, operand]) => ({ operator: operator.replace(/^-(?=.)/, ""), operand, negated: /^-./.test(operator) }));

const fetch = (sim: Simulator, terms: readonly Term[]) =>
  sim.as("una").send("GET /messages", { narrow: spelled(terms), anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false });

function found(sim: Simulator, ...terms: readonly Term[]): string {
  const { status, body } = fetch(sim, terms);
  assert.is(status, 200, JSON.stringify([terms, body]));
  return (body.messages as { content: string }[]).map(({ content }) => content.split(" ")[0]).join(" ");
}

const without = (contents: string): string => {
  const gone = new Set(contents.split(" "));
  return every
    .split(" ")
    .filter((content) => !gone.has(content))
    .join(" ");
};

function check(sim: Simulator, rows: readonly (readonly [...Term, string])[]): void {
  for (const [operator, operand, contents] of rows) {
    assert.is(found(sim, [operator, operand]), contents, `${operator}:${operand}`);
    assert.is(found(sim, [`-${operator}`, operand]), without(contents), `-${operator}:${operand}`);
  }
}

test("operators about channels and topics, and what is left when they are negated", () => {
  const sim = createSimulator({ realm });
  const channel = sim.channels.P!.stream_id;
  check(sim, [
    ["channel", "P", "p1 p2 p3 p4"],
    ["channel", " p ", "p1 p2 p3 p4"],
    ["stream", channel, "p1 p2 p3 p4"],
    ["channel", "2024", "y1 y2"],
    ["topic", "LUNCH", "p1 p2"],
    ["topic", "lunch ", ""],
    ["topic", "lùnch", "p3"],
    ["topic", "general chat", "p4"],
    ["topic", "General Chat", ""],
    ["topic", "", "p4"],
    ["is", "resolved", "y1"],
  ]);
  assert.is(found(sim, ["topic", "general chat"], ["topic", "general chat"]), "");
  assert.is(found(sim, ["topic", "lunch"], ["channel", channel]), "p1 p2");
  assert.is(found(sim, ["topic", "nowhere"], ["channel", channel]), "");
});

test("operators about people and conversations", () => {
  const sim = createSimulator({ realm });
  const [una, vic, wes] = ["una", "vic", "wes"].map((name) => sim.cast[name]!.user_id) as [number, number, number];
  check(sim, [
    ["sender", vic, "p1 p3 p4 y2 d1"],
    ["sender", " VIC@example.com", "p1 p3 p4 y2 d1"],
    ["sender", "robo-bot@example.com", "y1"],
    ["sender", sim.cast.hid!.email, "d5"],
    ["dm", [vic], "d1"],
    ["dm", [una, vic, vic], "d1"],
    ["pm-with", "vic@example.com, una@example.com", "d1"],
    ["pm_with", "vic@example.com", "d1"],
    ["dm", [vic, wes], "d2"],
    ["dm", [una], "d3"],
    ["dm", [wes], "d4"],
    ["dm", [], ""],
    ["dm", [wes, sim.cast.robo!.user_id], ""],
    ["dm-including", vic, "d1 d2"],
    ["dm-including", "una@example.com", "d1 d2 d3 d4 d5"],
    ["group-pm-with", vic, "d2"],
    ["group_pm_with", "wes@example.com", "d2"],
    ["is", "dm", "d1 d2 d3 d4 d5"],
    ["is", "private", "d1 d2 d3 d4 d5"],
    ["mentions", vic, "p2"],
    ["mentions", "una@example.com", "d1"],
  ]);
  assert.is(found(sim, ["dm", [vic]], ["is", "unread"]), "d1");
  assert.is(found(sim, ["dm", [vic]], ["dm", [wes]]), "");
});

test("operators about content and the reader's own flags", () => {
  const sim = createSimulator({ realm });
  const [first] = fetch(sim, [["topic", "lunch"]]).body.messages as { id: number }[];
  check(sim, [
    ["has", "link", "p1"],
    ["has", "image", ""],
    ["has", "attachment", ""],
    ["has", "reaction", "p4"],
    ["id", first!.id, "p1"],
    ["id", String(first!.id), "p1"],
    ["id", 2_147_483_647, ""],
    ["is", "starred", "p2"],
    ["is", "unread", "p3 d1"],
    ["is", "mentioned", "p3 p4 d1"],
    ["is", "alerted", "y1"],
  ]);
  assert.is(found(sim, ["search", "hello"], ["-search", "p2"]), "p2");
  for (const operator of ["near", "-near"]) assert.is(found(sim, [operator, "whatever"]), every);
  for (const operator of ["in", "-in"]) assert.is(found(sim, [operator, "all"]), every);
});

const bad = (desc: string) => ({ result: "error", msg: `Invalid narrow operator: ${desc}`, code: "BAD_NARROW", desc });

test("terms that name nothing are refused with what they say", () => {
  const sim = createSimulator({ realm });
  const { user_id } = sim.cast.una!;
  const rows: [string, Operand, string][] = [
    ["nosuch", "x", "unknown operator nosuch"],
    ["", "x", "unknown operator "],
    ["__proto__", "x", "unknown operator __proto__"],
    ["Channel", "P", "unknown operator Channel"],
    ["channel:verona", "x", "unknown operator channel:verona"],
    ["channel", "nosuch", "unknown channel nosuch"],
    ["channel", 5, "unknown channel 5"],
    ["channel", String(sim.channels.P!.stream_id), `unknown channel ${sim.channels.P!.stream_id}`],
    ["-stream", "nosuch", "unknown channel nosuch"],
    ["channels", "Public", "unknown channels operand Public"],
    ["channels", "constructor", "unknown channels operand constructor"],
    ["sender", 999, "unknown user 999"],
    ["sender", String(user_id), `unknown user ${user_id}`],
    ["dm-including", "x@example.com", "unknown user x@example.com"],
    ["group-pm-with", 999, "unknown user 999"],
    ["mentions", 999, "unknown user 999"],
    ["dm", [user_id, 999], `unknown user in [${user_id}, 999]`],
    ["dm", "una@example.com,", "unknown user in una@example.com,"],
    ["pm-with", "", "unknown user in "],
    ["has", "links", "unknown 'has' operand links"],
    ["in", "Home", "unknown 'in' operand Home"],
    ["is", "toString", "unknown 'is' operand toString"],
    ["-is", "DM", "unknown 'is' operand DM"],
    ["id", "x", "Invalid message ID"],
    ["id", "", "Invalid message ID"],
    ["id", -5, "Invalid message ID"],
    ["id", "2147483648", "Invalid message ID"],
  ];
  for (const [operator, operand, desc] of rows) {
    const { status, body } = fetch(sim, [[operator, operand]]);
    assert.equal([status, body], [400, bad(desc)]);
  }
});

test("of several faults the first in order is named, but searches come last", () => {
  const sim = createSimulator({ realm });
  const both: readonly Term[] = [
    ["is", "x"],
    ["has", "y"],
  ];
  assert.equal(fetch(sim, both).body, bad("unknown 'is' operand x"));
  assert.equal(fetch(sim, [["search", "z"], ...both.toReversed()]).body, bad("unknown 'has' operand y"));
});

test("nothing is both a channel message and a direct message, whatever is negated", () => {
  const sim = createSimulator({ realm });
  const { user_id } = sim.cast.vic!;
  const conflict = bad("No message can be both a channel message and direct message");
  const channelTerms: Term[] = [
    ["channel", "P"],
    ["channels", "public"],
    ["topic", "lunch"],
    ["-is", "dm"],
    ["-is", "private"],
  ];
  const directTerms: Term[] = [
    ["dm", [user_id]],
    ["dm-including", user_id],
    ["group-pm-with", user_id],
    ["is", "dm"],
  ];
  for (const channel of channelTerms) {
    for (const direct of directTerms) {
      assert.equal(fetch(sim, [channel, direct]).body, conflict, JSON.stringify([channel, direct]));
      assert.equal(fetch(sim, [direct, channel]).body, conflict);
    }
  }
  assert.is(found(sim, ["-channel", "P"], ["is", "dm"]), "d1 d2 d3 d4 d5");
  assert.is(found(sim, ["-dm", [user_id]], ["channel", "P"]), "p1 p2 p3 p4");
  assert.is(found(sim, ["is", "resolved"], ["is", "dm"]), "");
});

test("operators are unknown to servers older than they are", () => {
  const older = (level: number, ...term: Term) => fetch(createSimulator({ realm, level }), [term]).body;
  const rows: [number, Term, string][] = [
    [177, ["dm-including", 12], "unknown operator dm-including"],
    [177, ["is", "dm"], "unknown 'is' operand dm"],
    [249, ["has", "reaction"], "unknown 'has' operand reaction"],
    [265, ["is", "followed"], "unknown 'is' operand followed"],
    [271, ["with", 101], "unknown operator with"],
    [366, ["is", "muted"], "unknown 'is' operand muted"],
    [446, ["mentions", 12], "unknown operator mentions"],
    [489, ["channels", "archived"], "unknown channels operand archived"],
  ];
  for (const [level, term, desc] of rows) {
    assert.equal(older(level - 1, ...term), bad(desc));
    assert.is(older(level, ...term).result, "success", JSON.stringify(term));
  }
});

test.run();
