import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const seconds = 1_767_268_800; // 2026-01-01T12:00:00Z
const general = (sim: Simulator): number => sim.channels.general!.stream_id;

test("the time of a draft is the same however it is written", () => {
  const sim = createSimulator();
  const draft = (timestamp: string) => `{"type":"","to":[],"topic":"","content":"x","timestamp":${timestamp}}`;
  const texts = ["1700000000", "1700000000.0", "17e8", "1700000000.75"];
  const { ids } = sim.as("alice").send("POST /drafts", { drafts: `[${texts.map(draft).join()}]` }).body;
  const times = () => (sim.as("alice").send("GET /drafts").body.drafts as Event[]).map(({ timestamp }) => timestamp);
  assert.equal(
    times(),
    texts.map(() => 1_700_000_000),
  );
  sim.as("alice").send(`PATCH /drafts/${(ids as number[])[0]}`, { draft: draft("1.6e9") });
  assert.ok(times().includes(1_600_000_000));
  const refused = sim.as("alice").send("POST /drafts", { drafts: `[${draft("1e400")}]` }).body;
  assert.equal(refused, failure("The number 1e400 cannot be kept exactly"));
});

test("drafts are kept for their owner, changed and thrown away, and the owner's other clients hear of it", () => {
  const sim = createSimulator();
  const [hear, bob] = [listener(sim, "alice", ["drafts"]), listener(sim, "bob", ["drafts"])];
  const channel = { type: "stream", to: [general(sim)], topic: `${"t".repeat(59)}😀😀`, content: "soup \n", timestamp: seconds - 60.5 };
  const person = { type: "private", to: [sim.cast.bob!.user_id], topic: "x", content: "hi" };
  const nowhere = { type: "", to: [1, 2], topic: "x", content: "hm", timestamp: seconds - 90 };
  const { ids, ...rest } = sim.as("alice").send("POST /drafts", { drafts: [channel, person, nowhere] }).body;
  assert.equal([rest, (ids as number[]).length], [ok, 3]);
  const [a, b, c] = ids as [number, number, number];
  const kept = [
    { id: a, ...channel, topic: `${"t".repeat(59)}😀`, content: "soup", timestamp: seconds - 61 },
    { id: b, ...person, topic: "", timestamp: seconds },
    { id: c, ...nowhere, to: [], topic: "" },
  ];
  const inOrder = [kept[2], kept[0], kept[1]];
  assert.equal(sim.as("alice").send("GET /drafts").body, { ...ok, count: 3, drafts: inOrder });
  assert.equal(sim.as("alice").send("POST /register", { fetch_event_types: ["drafts"] }).body.drafts, inOrder);
  const draft = { ...person, content: "hello", timestamp: seconds + 5 };
  assert.equal(sim.as("alice").send(`PATCH /drafts/${c}`, { draft }).body, ok);
  assert.equal(sim.as("alice").send(`DELETE /drafts/${a}`).body, ok);
  const changed = { id: c, ...draft, topic: "" };
  assert.equal(sim.as("alice").send("GET /drafts").body.drafts, [kept[1], changed]);
  assert.equal(hear(), [
    { type: "drafts", op: "add", drafts: kept },
    { type: "drafts", op: "update", draft: changed },
    { type: "drafts", op: "remove", draft_id: a },
  ]);
  assert.equal([bob(), sim.as("bob").send("GET /drafts").body], [[], { ...ok, count: 0, drafts: [] }]);
});

test("a draft that cannot be kept is refused for its first fault, and none of its company is kept", () => {
  const sim = createSimulator();
  const draft = { type: "stream", to: [999], topic: "a\0b", content: "", timestamp: -1 };
  const good = { type: "", to: [], topic: "", content: "x" };
  const ladder: [unknown, object][] = [
    [undefined, failure("Missing 'drafts' argument", "REQUEST_VARIABLE_MISSING", { var_name: "drafts" })],
    [draft, failure("drafts is not a list")],
    [[good, 1], failure("Invalid drafts[1]: Input should be a valid dictionary or instance of DraftData")],
    [[good, { ...draft, colour: 1 }], failure('Argument "colour" at drafts[1] is unexpected')],
    [[good, { ...draft, type: "channel" }], failure('Invalid drafts[1]["type"]')],
    [[good, { ...draft, to: ["x"] }], failure('drafts[1]["to"][0] is not an integer')],
    [[good, { type: "stream", to: [] }], failure('drafts[1]["topic"] field is missing: Field required')],
    [[good, draft], failure('drafts[1]["content"] cannot be blank')],
    [[good, { ...draft, content: "x" }], failure("Timestamp must not be negative.")],
    [[good, { ...draft, content: "x", timestamp: 0 }], failure("Topic must not contain null bytes")],
    [
      [good, { ...draft, content: "x", timestamp: 0, topic: "", to: [1, 2] }],
      failure("Must specify exactly 1 channel ID for channel messages"),
    ],
    [[good, { ...draft, content: "x", timestamp: 0, topic: "" }], failure("Invalid channel ID")],
    [[good, { ...draft, content: "x", timestamp: 0, type: "private" }], failure("Invalid user ID 999")],
  ];
  for (const [drafts, expected] of ladder) {
    const refused = sim.as("alice").send("POST /drafts", { drafts });
    assert.equal([refused.status, refused.body], [400, expected], JSON.stringify(drafts));
  }
  assert.is(sim.as("alice").send("GET /drafts").body.count, 0);
  const { ids } = sim.as("alice").send("POST /drafts", { drafts: [good] }).body;
  const [id] = ids as [number];
  for (const [who, route] of [
    ["bob", `PATCH /drafts/${id}`],
    ["bob", `DELETE /drafts/${id}`],
    ["alice", "DELETE /drafts/999"],
  ] as const) {
    const refused = sim.as(who).send(route, { draft: { ...draft, content: "x", to: [] } });
    assert.equal([refused.status, refused.body.msg, refused.body.code], [404, "Draft does not exist", "BAD_REQUEST"], route);
  }
  sim.as("alice").send("PATCH /settings", { enable_drafts_synchronization: false });
  for (const route of ["GET /drafts", "POST /drafts", `PATCH /drafts/${id}`, `DELETE /drafts/${id}`]) {
    assert.equal(sim.as("alice").send(route).body, failure("User has disabled synchronizing drafts."), route);
  }
});

test.run();
