import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../simulator.ts";

const newest = 10_000_000_000_000_000;

/** Messages a day apart, the last at the noon at which simulators start. */
const realm = {
  users: { una: {}, vic: {} },
  channels: { P: { subscribers: ["una", "vic"] }, Q: { subscribers: ["vic"] }, empty: { subscribers: ["una"] } },
  messages: [
    { from: "vic", to: "P", topic: "x", content: "p1", at: "2025-12-28T12:00:00Z" },
    { from: "vic", to: "P", topic: "y", content: "p2", at: "2025-12-29T12:00:00Z", unread_by: ["una"] },
    { from: "vic", to: "Q", topic: "x", content: "q1", at: "2025-12-30T12:00:00Z" },
    { from: "vic", to: "P", topic: "x", content: "p3", at: "2025-12-31T12:00:00Z", unread_by: ["una"] },
    { from: "vic", to: "P", topic: "y", content: "p4", at: "2025-12-31T12:00:00Z" },
  ],
};

function fetch(sim: Simulator, fields: object, narrow: object = []) {
  return sim.as("una").send("GET /messages", { num_before: 0, num_after: 0, apply_markdown: false, narrow, ...fields });
}

/** The anchor used: the content of its message where it is one. */
function anchorOf(sim: Simulator, fields: object, narrow: object = []): string | number {
  const { body } = fetch(sim, fields, narrow);
  const [message] = body.messages as { content: string }[];
  return message?.content ?? (body.anchor as number);
}

test("integers are read as generously as servers do, and brought into their bounds", () => {
  const sim = createSimulator({ realm });
  const rows: [string, number][] = [
    ["newest", newest],
    ["oldest", 0],
    ["0", 0],
    ["-5", 0],
    ["+5", 5],
    [" 5\n", 5],
    ["1_000", 1000],
    ["007", 7],
    ["10000000000000001", newest],
    ["99999999999999999999999", newest],
  ];
  for (const [anchor, used] of rows) assert.is(fetch(sim, { anchor }).body.anchor, used, JSON.stringify(anchor));
});

test("text that is no anchor is refused", () => {
  const sim = createSimulator({ realm });
  const rows: [object, string][] = [
    [{}, "Missing 'anchor' argument."],
    [{ use_first_unread_anchor: false }, "Missing 'anchor' argument."],
    [{ anchor: "" }, "Invalid anchor"],
    [{ anchor: "abc" }, "Invalid anchor"],
    [{ anchor: "1.5" }, "Invalid anchor"],
    [{ anchor: "1e3" }, "Invalid anchor"],
    [{ anchor: "_1" }, "Invalid anchor"],
    [{ anchor: "1__0" }, "Invalid anchor"],
    [{ anchor: "+-1" }, "Invalid anchor"],
    [{ anchor: "Newest" }, "Invalid anchor"],
    [{ anchor: "date" }, "Missing 'anchor_date' argument."],
    [{ anchor: "date", anchor_date: "" }, "anchor_date is not an ISO 8601 datetime string"],
    [{ anchor: "date", anchor_date: "2025-02-30" }, "anchor_date is not an ISO 8601 datetime string"],
    [{ anchor: "date", anchor_date: "yesterday" }, "anchor_date is not an ISO 8601 datetime string"],
  ];
  for (const [fields, msg] of rows) {
    const { status, body } = fetch(sim, fields);
    assert.equal([status, body], [400, { result: "error", msg, code: "BAD_REQUEST" }]);
  }
});

test("the first unread message is the oldest one in the narrow, or the anchor is the newest", () => {
  const sim = createSimulator({ realm });
  const topic = (operand: string) => [{ operator: "topic", operand }];
  assert.is(anchorOf(sim, { anchor: "first_unread" }), "p2");
  assert.is(anchorOf(sim, { use_first_unread_anchor: true }), "p2");
  assert.is(anchorOf(sim, { anchor: "first_unread" }, topic("x")), "p3");
  assert.is(anchorOf(sim, { anchor: "first_unread" }, topic("none")), newest);
  assert.is(anchorOf(sim, { anchor: "first_unread" }, [{ operator: "channels", operand: "public" }]), "p2");
  assert.is(anchorOf(sim, { anchor: "first_unread" }, [{ operator: "channel", operand: "Q" }]), newest);
});

test("a date leads to the first message since then, else to the newest", () => {
  const sim = createSimulator({ realm });
  const since = (anchor_date: string, narrow: object = []) => anchorOf(sim, { anchor: "date", anchor_date }, narrow);
  assert.is(since("1970-01-01"), "p1");
  assert.is(since("2025-12-28"), "p1");
  assert.is(since("2025-12-28T12:00"), "p1");
  assert.is(since("2025-12-28T12:00:01"), "p2");
  assert.is(since("2025-12-29T13:00:00+01:00"), "p2");
  assert.is(since("2025-12-30T00:00:00Z"), "p3");
  assert.is(since("2025-12-30", [{ operator: "channel", operand: "Q" }]), "q1");
  assert.is(since("2025-12-31T12:00:00Z", [{ operator: "topic", operand: "y" }]), "p4");
  assert.is(since("2026-01-01"), "p4");
  assert.is(since("2026-01-01", [{ operator: "topic", operand: "x" }]), "p3");
  sim.advance({ ms: 1000 });
  sim.as("una").send("POST /messages", { type: "channel", to: "P", topic: "x", content: "p5" });
  assert.is(since("2026-01-01T12:00:01Z"), "p5");
});

test("a date in a narrow that holds nothing anchors nothing", () => {
  const sim = createSimulator({ realm });
  const { body } = fetch(sim, { anchor: "date", anchor_date: "2025-12-30" }, [{ operator: "channel", operand: "empty" }]);
  assert.equal(body, {
    result: "success",
    msg: "",
    messages: [],
    found_anchor: false,
    found_oldest: false,
    found_newest: false,
    history_limited: false,
    anchor: newest,
  });
});

test("before level 445 a date is no anchor", () => {
  const older: SimulatorOptions = { realm, level: 444 };
  assert.is(fetch(createSimulator(older), { anchor: "date", anchor_date: "2025-12-30" }).body.msg, "Invalid anchor");
  const { body } = fetch(createSimulator(older), { anchor: "oldest", anchor_date: "2025-12-30" });
  assert.equal(body.ignored_parameters_unsupported, ["anchor_date"]);
});

test.run();
