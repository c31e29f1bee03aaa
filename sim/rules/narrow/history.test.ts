import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../simulator.ts";

/** Una came to the channels in the middle of things: `p-old` was sent before, `p-new` after. */
const realm = {
  users: { una: {}, vic: {}, wes: {}, gil: { role: "guest" } },
  channels: {
    P: { subscribers: ["una", "vic", "gil"], subscriptions: { una: { since: "-5h" }, gil: { since: "-5h" } } },
    Q: { subscribers: ["vic"] },
    R: { privacy: "private-protected", subscribers: ["una", "vic"], subscriptions: { una: { since: "-5h" } } },
    S: { privacy: "private", subscribers: ["una", "vic", "gil"], subscriptions: { una: { since: "-5h" }, gil: { since: "-5h" } } },
    T: { privacy: "private", subscribers: ["vic"] },
    W: { privacy: "web-public", subscribers: ["vic"] },
    A: { archived: true, subscribers: ["una", "vic"], subscriptions: { una: { since: "-5h" } } },
    G: { privacy: "private", subscribers: ["vic"], can_subscribe_group: "role:members" },
  },
  messages: [
    ...["P", "Q", "R", "S", "T", "W", "A", "G"].map((to) => ({ from: "vic", to, topic: "x", content: `${to}-old`, at: "-6h" })),
    { from: "vic", to: "P", topic: "✔ done", content: "P-done-old" },
    ...["P", "Q", "R", "S", "T", "W", "A", "G"].map((to) => ({ from: "vic", to, topic: "x", content: `${to}-new`, at: "-4h" })),
    { from: "vic", to: "P", topic: "y", content: "P-unread", unread_by: "everyone" },
    { from: "vic", to: ["una"], content: "dm-vic" },
    { from: "wes", to: ["una", "vic"], content: "dm-group" },
  ],
};

/** Terms as people write them: `channel:P -is:dm`. An operand that is JSON other than text is decoded. */
const terms = (narrow: string) =>
  narrow
    .split(" ")
    .filter((term) => term !== "")
    .map((term) => {
      const [, minus, operator, operand] = /^(-?)([^:]+):(.*)$/.exec(term)!;
      return { operator, operand: /^[[\d]/.test(operand!) ? JSON.parse(operand!) : operand, negated: minus === "-" };
    });

function fetch(sim: Simulator, as: string, narrow: string) {
  const fields = { narrow: terms(narrow), anchor: "oldest", num_before: 0, num_after: 100, apply_markdown: false };
  return sim.as(as).send("GET /messages", fields);
}

const found = (sim: Simulator, as: string, narrow: string): string =>
  (fetch(sim, as, narrow).body.messages as { content: string }[]).map(({ content }) => content).join(" ");

test("what a narrow reaches depends on whether it names channels whose history is open", () => {
  const sim = createSimulator({ realm });
  const vic = sim.cast.vic!.user_id;
  const rows: [string, string][] = [
    ["", "P-new R-new S-new A-new P-unread dm-vic dm-group"],
    ["channel:P", "P-old P-done-old P-new P-unread"],
    ["channel:Q", "Q-old Q-new"],
    ["channel:W", "W-old W-new"],
    ["channel:S", "S-old S-new"],
    ["channel:R", "R-new"],
    ["channel:A", "A-old A-new"],
    ["channel:T", ""],
    ["topic:x", "P-new R-new S-new A-new"],
    ["channels:public", "P-old Q-old W-old A-old P-done-old P-new Q-new W-new A-new P-unread"],
    ["channels:web-public", "W-old W-new"],
    ["streams:web-public", "W-old W-new"],
    ["channels:archived", "A-new"],
    ["-channels:public", "R-new S-new dm-vic dm-group"],
    ["-channel:P", "R-new S-new A-new dm-vic dm-group"],
    ["channel:P is:unread", "P-unread"],
    ["channel:P is:resolved", "P-done-old"],
    ["channel:P -is:resolved", "P-old P-new P-unread"],
    ["channel:P -is:dm", "P-new P-unread"],
    ["channel:P -is:starred", "P-new P-unread"],
    ["channel:P sender:vic@example.com topic:x", "P-old P-new"],
    ["channels:public channel:R", ""],
    [`dm:[${vic}]`, "dm-vic"],
  ];
  for (const [narrow, contents] of rows) assert.is(found(sim, "una", narrow), contents, narrow);
});

test("messages that were never received carry the flags of history", () => {
  const sim = createSimulator({ realm });
  const messages = fetch(sim, "una", "channel:P").body.messages as { content: string; flags: string[] }[];
  assert.equal(
    messages.map(({ content, flags }) => [content, flags]),
    [
      ["P-old", ["read", "historical"]],
      ["P-done-old", ["read", "historical"]],
      ["P-new", ["read"]],
      ["P-unread", []],
    ],
  );
});

test("guests reach the history of their own channels only, by their name", () => {
  const sim = createSimulator({ realm });
  const rows: [string, string][] = [
    ["", "P-new S-new P-unread"],
    ["channel:P", "P-old P-done-old P-new P-unread"],
    ["channel:S", "S-old S-new"],
    ["channel:Q", ""],
    ["channel:G", ""],
    ["channel:W", "W-old W-new"],
    ["channels:public", "P-new P-unread"],
  ];
  for (const [narrow, contents] of rows) assert.is(found(sim, "gil", narrow), contents, narrow);
});

test("a group that may subscribe reads the history of a private channel too", () => {
  const sim = createSimulator({ realm });
  assert.is(found(sim, "una", "channel:G"), "G-old G-new");
  assert.is(found(sim, "una", "channels:public").includes("G"), false);
});

test("a narrow to a closed channel, or to two channels, finds nothing and both its ends", () => {
  const sim = createSimulator({ realm });
  const nothing = {
    result: "success",
    msg: "",
    messages: [],
    found_anchor: false,
    found_oldest: true,
    found_newest: true,
    history_limited: false,
    anchor: 10_000_000_000_000_000,
  };
  for (const narrow of ["channel:T", "channel:T has:nonsense", "channel:P stream:P", "channel:P channel:nosuch"]) {
    assert.equal(fetch(sim, "una", narrow).body, nothing, narrow);
  }
  const byIds = sim.as("una").send("GET /messages", { message_ids: [101], narrow: terms("channel:T") });
  const { anchor: _, ...others } = nothing;
  assert.equal(byIds.body, { ...others, found_oldest: false, found_newest: false });
  assert.is(fetch(sim, "una", "channel:T -channel:Q").body.anchor, 0);
  assert.is(found(sim, "una", "channel:P -channel:Q"), "P-old P-done-old P-new P-unread");
});

test.run();
